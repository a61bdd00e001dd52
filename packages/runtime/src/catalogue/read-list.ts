import { decodeSpan, scanArray, scanObject, type CatalogueEntry, type CatalogueKind, type Frame } from '@toolyard/core';
import { ask } from '../link/ask.ts';
import type { Exchange } from '../link/create-exchange.ts';
import { toEntry } from './to-entry.ts';

/** How a kind is listed on the wire. */
interface ListMethod {
  readonly method: string;
  /** The member of the result that holds the entries. */
  readonly member: string;
}

const METHODS: Readonly<Record<CatalogueKind, ListMethod>> = {
  tools: { method: 'tools/list', member: 'tools' },
  prompts: { method: 'prompts/list', member: 'prompts' },
  resources: { method: 'resources/list', member: 'resources' },
  templates: { method: 'resources/templates/list', member: 'resourceTemplates' },
};

/** More pages than any honest server has; the bound on one that makes up new cursors for ever. */
const MAX_PAGES = 1000;

/** What to list, on which server. */
export interface ListOptions {
  readonly server: string;
  readonly kind: CatalogueKind;
  readonly signal: AbortSignal;
  /** Something is wrong with the list, though not so wrong that it is of no use. */
  onOddity(text: string): void;
}

/** Reads all pages of a list. Entries keep the text the server sent; nameless and repeated ones are left out. */
export async function readList(exchange: Exchange, options: ListOptions): Promise<CatalogueEntry[]> {
  const { method } = METHODS[options.kind];
  const entries = new Map<string, CatalogueEntry>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await ask(exchange, { method, params, signal: options.signal });
    for (const entry of readPage(page, options)) {
      if (entries.has(entry.name)) options.onOddity(`"${method}" names "${entry.name}" twice; the first one is used`);
      else entries.set(entry.name, entry);
    }
    cursor = nextCursor(page);
    if (cursor !== undefined && cursors.has(cursor)) {
      options.onOddity(`"${method}" repeats the cursor "${cursor}"; reading stopped there`);
      break;
    }
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined && cursors.size < MAX_PAGES);
  if (cursors.size === MAX_PAGES) options.onOddity(`"${method}" has over ${MAX_PAGES} pages; the rest is left out`);
  return [...entries.values()];
}

function nextCursor(page: Frame): string | undefined {
  const result = page.span('result');
  const span = result && scanObject(page.bytes, result.start)?.members.get('nextCursor');
  const cursor: unknown = span && JSON.parse(decodeSpan(page.bytes, span));
  // An empty string is a valid cursor.
  return typeof cursor === 'string' ? cursor : undefined;
}

function readPage(page: Frame, { server, kind, onOddity }: ListOptions): CatalogueEntry[] {
  const { member, method } = METHODS[kind];
  const result = page.span('result');
  const list = result && scanObject(page.bytes, result.start)?.members.get(member);
  const elements = list && scanArray(page.bytes, list.start)?.elements;
  if (elements === undefined) {
    onOddity(`its answer to "${method}" has no list "${member}"`);
    return [];
  }
  const entries: CatalogueEntry[] = [];
  for (const span of elements) {
    const entry = toEntry({ server, kind }, decodeSpan(page.bytes, span));
    if (entry === undefined) onOddity(`"${method}" has an entry without a name; it is left out`);
    else entries.push(entry);
  }
  return entries;
}
