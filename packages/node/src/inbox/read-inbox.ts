import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../file/has-code.ts';
import { readPlainFile } from '../file/read-plain-file.ts';
import { setAside, type UnusableFile } from '../state/set-aside.ts';
import { parseState, type StateText } from '../state/versioned-state.ts';
import { INBOX_LIMITS, INBOX_VERSION, listInbox } from './inbox-files.ts';

/** One value that waits in an inbox. */
export interface InboxItem<Value> {
  readonly file: string;
  readonly value: Value;
}

/** How an inbox is read. */
export interface ReadInboxOptions<Value> {
  readonly folder: string;
  /** How many values at most. */
  readonly limit: number;
  /** `undefined` where it is none. */
  parse(value: unknown): Value | undefined;
  /** Told in a sentence what cannot be used and where it is now. */
  onWarning(message: string): void;
}

const LOSS = 'The events in them are not run.';

/** Writers take milliseconds; what is older was left behind by one that was killed. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

/**
 * The values that wait longest, in the order in which they came; they stay until `removeFromInbox`. A file that is none of an inbox, a link
 * among them, is set aside, and is not looked at again.
 */
export async function readInbox<Value>(options: ReadInboxOptions<Value>): Promise<readonly InboxItem<Value>[]> {
  const { folder, limit, parse, onWarning } = options;
  const names = (await listInbox(folder)).slice(0, limit);
  const items: InboxItem<Value>[] = [];
  const wrong: UnusableFile[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const found = await readItem(file, parse);
    if (found === undefined) continue;
    if (found.kind === 'known') items.push({ file, value: found.value });
    else wrong.push({ file, state: found });
  }
  if (wrong.length > 0) {
    const { message } = await setAside(wrong, { loss: LOSS });
    if (message !== undefined) onWarning(message);
  }
  return items;
}

/** Takes values out of an inbox that are safe elsewhere by now. */
export async function removeFromInbox(items: readonly InboxItem<unknown>[]): Promise<void> {
  for (const { file } of items) await rm(file, { force: true });
}

/** Removes what writers left behind that were killed. */
export async function cleanInbox(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith('.') && each.endsWith('.tmp'))) {
    const file = join(folder, name);
    const stats = await lstat(file).catch(() => undefined);
    if (stats !== undefined && now - stats.mtimeMs > LEFT_BEHIND_MS) await rm(file, { force: true });
  }
}

/** `undefined` where it is gone by now. */
async function readItem<Value>(
  file: string,
  parse: (value: unknown) => Value | undefined,
): Promise<StateText<Value> | undefined> {
  try {
    if (!(await lstat(file)).isFile()) return { kind: 'unreadable' };
    const text = (await readPlainFile(file, INBOX_LIMITS.bytes)).toString('utf8');
    return parseState(text, { version: INBOX_VERSION, read: ({ value }) => parse(value) });
  } catch (error) {
    return hasCode(error, 'ENOENT') ? undefined : { kind: 'unreadable' };
  }
}
