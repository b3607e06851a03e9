import type { PageData, PeopleBlock } from '../access/data.ts';
import { type AccessModel, accessModel, addBlock, noPeople } from '../access/model.ts';
import { pause } from './dom.ts';

/** Everything that the parts of the page show. */
export interface PageModel {
  readonly data: PageData;
  readonly model: AccessModel;
}

/** Reads the data of the page, a block of people at a time, so that the page stays responsive. */
export async function readPageModel(): Promise<PageModel> {
  const [data] = dataElements('page').map((one) => JSON.parse(one.textContent ?? '') as PageData);
  const people = noPeople();
  for (const block of dataElements('people')) {
    addBlock(people, JSON.parse(block.textContent ?? '') as PeopleBlock);
    // The same text twice would take twice the memory.
    block.remove();
    await pause();
  }
  const model = accessModel(data as PageData, people);
  await pause();
  return { data: data as PageData, model };
}

function dataElements(name: string): Element[] {
  return [...document.querySelectorAll(`script[data-name="${name}"]`)];
}
