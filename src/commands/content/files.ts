import { getFile, listFileBacklinks, listFiles } from '../../api/contract/operations/content.ts';
import { lists, prints } from '../../cli/operation-actions.ts';
import { verb } from '../../cli/verb.ts';
import { backlinkView, fileView } from '../../views/content.ts';
import { contentFlags, readingFlags } from './reading.ts';

export const contentFiles = () => [
  verb('list', listFiles, [
    'docs-admin content files list --space space_handbook --change-request 1',
    'docs-admin content files list --space space_handbook --change-request 1 --fields id,size,downloadURL -o csv',
  ])
    .addOptions(...contentFlags, ...readingFlags)
    .run(lists(fileView)),
  verb('get', getFile, ['docs-admin content files get file_logo --space space_handbook --change-request 1'])
    .argument('<fileId>', 'the file')
    .addOptions(...contentFlags, ...readingFlags)
    .run(prints(fileView)),
  verb('backlinks', listFileBacklinks, [
    'docs-admin content files backlinks file_policy --space space_handbook --change-request 1',
  ])
    .argument('<fileId>', 'the file')
    .addOptions(...contentFlags)
    .run(lists(backlinkView)),
];
