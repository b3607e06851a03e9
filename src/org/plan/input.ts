import type { FileText } from '../../work/file-texts.ts';
import type { LoadedFile } from '../organization.ts';
import type { PlanOptions } from './make.ts';

export interface PlanInput {
  readonly file: LoadedFile;
  /** The addresses with credentials in the file, by their text: plans and journals name their place instead. */
  readonly secrets: SecretTexts;
  readonly options: PlanOptions;
}

/** Places of secret texts, by the texts. */
export type SecretTexts = ReadonlyMap<string, FileText>;
