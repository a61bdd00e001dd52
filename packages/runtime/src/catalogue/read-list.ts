import {
  decodeSpan,
  quoteName,
  scanArray,
  type CatalogueEntry,
  type CatalogueKind,
  type Frame,
  type Span,
} from '@toolyard/core';
import { requestAnswer } from '../link/request-answer.ts';
import type { Exchange } from '../link/create-exchange.ts';
import { describeCut, findCut, type ListLimits } from './list-limits.ts';
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
  readonly limits: ListLimits;
  readonly signal: AbortSignal;
}

/** A list as far as it was read. */
export interface ReadList {
  readonly entries: readonly CatalogueEntry[];
  /** Why the server's list goes on after these entries; absent where they are all of it. */
  readonly cut?: string;
  /** What is wrong with the list, though not so wrong that it is of no use. */
  readonly oddities: readonly string[];
}

/** Reads all pages of a list within its limits. Entries keep the text the server sent; nameless and repeated ones are left out. */
export async function readList(exchange: Pick<Exchange, 'request'>, options: ListOptions): Promise<ReadList> {
  const { method } = METHODS[options.kind];
  const reading = new Reading(options);
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    cursor = reading.take(await requestAnswer(exchange, { method, params, signal: options.signal }));
    if (cursor !== undefined && cursors.has(cursor)) {
      reading.noteOddity(`"${method}" repeats the cursor ${quoteName(cursor)}; reading stopped there`);
      break;
    }
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined && cursors.size < MAX_PAGES);
  return reading.end(cursors.size === MAX_PAGES ? describeCut(options.kind, `${MAX_PAGES} pages`) : undefined);
}

/** What was read of one list so far. */
class Reading {
  readonly #options: ListOptions;
  readonly #entries = new Map<string, CatalogueEntry>();
  readonly #oddities = new Set<string>();
  readonly #repeated = { first: '', count: 0 };
  #nameless = 0;
  /** Of whole pages: cursors and empty pages would otherwise be of any size. */
  #bytes = 0;
  #cut: string | undefined;

  constructor(options: ListOptions) {
    this.#options = options;
  }

  /** Adds the entries of a page; the cursor of the next one, if there is one and it may be read. */
  take(page: Frame): string | undefined {
    const { result } = page;
    if (!this.#addAll(page, result?.get(METHODS[this.#options.kind].member))) return undefined;
    this.#bytes += page.bytes.length;
    const cursor = toCursor(page, result?.get('nextCursor'));
    return cursor !== undefined && this.#hasRoom(this.#entries.size, this.#bytes) ? cursor : undefined;
  }

  /** Answers whether there was room for all of them. */
  #addAll(page: Frame, list: Span | undefined): boolean {
    const { member, method } = METHODS[this.#options.kind];
    const { listEntryLimit: most } = this.#options.limits;
    const scanned = list && scanArray(page.bytes, list.start, most === -1 ? Number.POSITIVE_INFINITY : most + 1);
    if (scanned === undefined) this.noteOddity(`its answer to "${method}" has no list "${member}"`);
    for (const span of scanned?.elements ?? []) {
      if (!this.#hasRoom(this.#entries.size + 1, this.#bytes + span.end)) return false;
      this.#add(decodeSpan(page.bytes, span));
    }
    // There can be more than may be kept although some of what was read is repeated or has no name.
    const isWhole = scanned === undefined || scanned.end !== undefined;
    return isWhole || this.#hasRoom(most + 1, 0);
  }

  noteOddity(text: string): void {
    this.#oddities.add(text);
  }

  end(cut = this.#cut): ReadList {
    const { method } = METHODS[this.#options.kind];
    const { first, count } = this.#repeated;
    const others = count === 1 ? '' : ` and ${count - 1} more`;
    if (count > 0) this.noteOddity(`"${method}" names ${quoteName(first)}${others} twice; the first one is used`);
    const nameless =
      this.#nameless === 1 ? 'an entry without a name; it is' : `${this.#nameless} entries without a name; they are`;
    if (this.#nameless > 0) this.noteOddity(`"${method}" has ${nameless} left out`);
    const entries = [...this.#entries.values()];
    return { entries, ...(cut === undefined ? {} : { cut }), oddities: [...this.#oddities] };
  }

  #hasRoom(entries: number, bytes: number): boolean {
    const { kind, limits } = this.#options;
    this.#cut = findCut(kind, { entries, bytes }, limits);
    return this.#cut === undefined;
  }

  #add(json: string): void {
    const { server, kind } = this.#options;
    const entry = toEntry({ server, kind }, json);
    if (entry === undefined) this.#nameless++;
    else if (!this.#entries.has(entry.name)) this.#entries.set(entry.name, entry);
    else if (this.#repeated.count++ === 0) this.#repeated.first = entry.name;
  }
}

function toCursor(page: Frame, span: Span | undefined): string | undefined {
  const cursor: unknown = span && JSON.parse(decodeSpan(page.bytes, span));
  // An empty string is a valid cursor.
  return typeof cursor === 'string' ? cursor : undefined;
}
