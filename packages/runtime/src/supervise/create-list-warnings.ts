import type { CatalogueKind } from '@toolyard/core';
import type { ReadList } from '../catalogue/read-list.ts';

/** Tells what is wrong with a list, once until something else is: a server may announce changes without end. */
export function createListWarnings(warn: (text: string) => void): (kind: CatalogueKind, list: ReadList) => void {
  const told = new Map<CatalogueKind, string>();
  return (kind, { cut, oddities }) => {
    const texts = [...oddities, ...(cut === undefined ? [] : [cut])];
    if (told.get(kind) === texts.join('\n')) return;
    told.set(kind, texts.join('\n'));
    for (const text of texts) warn(text);
  };
}
