import { getReusableContent } from '../../api/contract/operations/content.ts';
import { prints } from '../../cli/operation-actions.ts';
import { verb } from '../../cli/verb.ts';
import { reusableContentView } from '../../views/content.ts';
import { contentFlags, readingFlags } from './reading.ts';

export const contentReusableContents = () => [
  verb('get', getReusableContent, [
    'docs-admin content reusable-contents get reusable_contact --space space_handbook --change-request 1',
  ])
    .argument('<id>', 'the reusable content')
    .addOptions(...contentFlags, ...readingFlags)
    .run(prints(reusableContentView)),
];
