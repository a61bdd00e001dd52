import type { Catalogue, CatalogueEntry } from '@toolyard/core';
import type { NameTable } from '../names/create-name-table.ts';
import { toExposedJson } from './to-exposed-json.ts';

/** How much a list of tools is. */
export interface ToolListSize {
  readonly tools: number;
  /** Of the result of `tools/list`, as UTF-8. */
  readonly bytes: number;
  /** About so many: each model counts differently, and some clients leave members out. */
  readonly tokens: number;
}

/** The whole list, and how much of it each server has, the largest part first. */
export interface ToolListCost extends ToolListSize {
  readonly servers: readonly (ToolListSize & { readonly key: string })[];
}

/** From here on people are told: an eighth of a context of 200,000 tokens, gone before the first word. */
export const LONG_LIST_TOKENS = 25_000;

const BYTES_PER_TOKEN = 4;
const EMPTY_RESULT = '{"tools":[]}';

/** What the list that gateway clients get costs a model, to which most clients give it with every request. */
export function measureToolList(
  catalogue: Pick<Catalogue, 'list'>,
  names: Pick<NameTable, 'exposedName'>,
): ToolListCost {
  const encoder = new TextEncoder();
  const measure = (entry: CatalogueEntry): number =>
    encoder.encode(toExposedJson(entry, names.exposedName(entry.id) ?? entry.id)).length;
  const parts = new Map<string, { tools: number; bytes: number }>();
  for (const entry of catalogue.list('tools')) {
    const { tools, bytes } = parts.get(entry.server) ?? { tools: 0, bytes: 0 };
    // Each but the last is followed by a comma.
    parts.set(entry.server, { tools: tools + 1, bytes: bytes + measure(entry) + 1 });
  }
  const servers = [...parts].map(([key, part]) => ({ key, ...part, tokens: estimateTokens(part.bytes) }));
  const tools = servers.reduce((sum, part) => sum + part.tools, 0);
  const entries = servers.reduce((sum, part) => sum + part.bytes, 0) - (tools > 0 ? 1 : 0);
  const bytes = EMPTY_RESULT.length + entries;
  return { tools, bytes, tokens: estimateTokens(bytes), servers: servers.toSorted((a, b) => b.bytes - a.bytes) };
}

/** About how many tokens so many bytes of JSON are to a model. */
export function estimateTokens(bytes: number): number {
  return Math.round(bytes / BYTES_PER_TOKEN);
}
