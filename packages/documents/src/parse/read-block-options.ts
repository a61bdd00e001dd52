import { isJsonObject, findNearest } from '@toolyard/core';
import type { BlockOptions } from './note.ts';

/** The parts of a tool block's mapping. */
export interface BlockParts {
  readonly server?: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options: BlockOptions;
  /** See `ToolBlock`. */
  readonly likeOptions?: readonly string[];
}

/** Tells what is wrong, at a key of the mapping. */
type Report = (message: string, key?: string) => void;

const DISPLAYS: readonly NonNullable<BlockOptions['display']>[] = ['inline', 'block', 'collapsed', 'table'];
const OPTIONS: readonly string[] = ['timeout', 'display', 'id'];
const MAX_TIMEOUT_MS = 300_000;
// It stands in a comment of the note, where spaces and `>` would end it.
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Parts the mapping of a block: with `arguments` as a mapping the other keys are options, else they are the arguments. */
export function readBlockOptions(
  { tool, ...rest }: Readonly<Record<string, unknown>>,
  isGeneral: boolean,
  report: Report,
): BlockParts {
  const { server, ...others } = rest;
  const given = isGeneral ? others : rest;
  if (typeof tool !== 'string' || tool === '') report('"tool" must be the name of a tool', 'tool');
  if (isGeneral && server !== undefined && (typeof server !== 'string' || server === '')) {
    report('"server" must be the key of a server', 'server');
  }
  const named = {
    tool: typeof tool === 'string' ? tool : '',
    ...(isGeneral && typeof server === 'string' && { server }),
  };
  const { arguments: values, ...options } = given;
  if (isJsonObject(values) || values === null) {
    return { ...named, arguments: values ?? {}, options: readOptions(options, report) };
  }
  const likeOptions = OPTIONS.filter((name) => Object.hasOwn(given, name));
  return { ...named, arguments: given, options: {}, ...(likeOptions.length > 0 && { likeOptions }) };
}

function readOptions(given: Readonly<Record<string, unknown>>, report: Report): BlockOptions {
  for (const key of Object.keys(given)) if (!OPTIONS.includes(key)) report(describeUnknown(key), key);
  const timeout = readTimeout(given['timeout'], report);
  const display = DISPLAYS.find((known) => known === given['display']);
  if (given['display'] !== undefined && display === undefined) {
    report('"display" must be inline, block, collapsed or table', 'display');
  }
  const id = readId(given['id'], report);
  return {
    ...(timeout !== undefined && { timeout }),
    ...(display !== undefined && { display }),
    ...(id !== undefined && { id }),
  };
}

function describeUnknown(key: string): string {
  const nearest = findNearest(key, OPTIONS);
  return nearest === undefined
    ? `Unknown option "${key}"; only timeout, display and id are allowed beside "arguments"`
    : `Unknown option "${key}"; did you mean "${nearest}"?`;
}

function readTimeout(value: unknown, report: Report): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_TIMEOUT_MS) return value;
  report(`"timeout" must be a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`, 'timeout');
  return undefined;
}

function readId(value: unknown, report: Report): string | undefined {
  if (value === undefined) return undefined;
  const id = typeof value === 'number' ? String(value) : value;
  if (typeof id === 'string' && ID.test(id)) return id;
  report('"id" must be 1 to 64 letters, digits, ".", "_" and "-", starting with a letter or digit', 'id');
  return undefined;
}
