import { join } from 'node:path';
import { isJsonObject, type CallRecord, type JsonObject } from '@toolyard/core';
import { readRuns } from '@toolyard/node';

/** Longer arguments are left out of a line, as they are of what a yard remembers. */
const LONGEST_ARGUMENTS = 10 * 1024;

/** As many as a yard remembers while it runs. */
const MOST_READ = 500;

const TEXTS = ['id', 'tool', 'server', 'toolName', 'origin', 'session', 'status'] as const;
const NUMBERS = ['submittedAt', 'retryAttempt', 'maxRetries'] as const;
const TEXTS_IF_ANY = ['conversation', 'approval'] as const;
const NUMBERS_IF_ANY = ['startedAt', 'completedAt'] as const;

/** Where the calls of one configuration are kept. */
export function keptCallsFileOf(stateFolder: string): string {
  return join(stateFolder, 'calls.jsonl');
}

/** A call as it is kept: its record without the result, and without arguments that are not wanted or too long. */
export function toCallLine(call: CallRecord, withArguments: boolean): string {
  const { result: _, parameters, ...rest } = call;
  const isKept = withArguments && parameters !== undefined && JSON.stringify(parameters).length <= LONGEST_ARGUMENTS;
  return JSON.stringify(isKept ? { ...rest, parameters } : rest);
}

/** The last 500 calls that were kept for a configuration, the oldest first; lines that are none are left out. */
export async function readKeptCalls(stateFolder: string, signal: AbortSignal): Promise<readonly CallRecord[]> {
  const calls: CallRecord[] = [];
  await readRuns({
    file: keptCallsFileOf(stateFolder),
    tail: MOST_READ,
    signal,
    toRun: (value) => (isCallRecord(value) ? value : undefined),
    onRun: (call) => void calls.push(call),
  });
  return calls;
}

/** Other versions may have written it, so every field that is shown is checked. */
function isCallRecord(value: unknown): value is CallRecord {
  return (
    isJsonObject(value) &&
    TEXTS.every((name) => typeof value[name] === 'string') &&
    NUMBERS.every((name) => typeof value[name] === 'number') &&
    TEXTS_IF_ANY.every((name) => value[name] === undefined || typeof value[name] === 'string') &&
    NUMBERS_IF_ANY.every((name) => value[name] === undefined || typeof value[name] === 'number') &&
    hasText(value['document'], 'path') &&
    hasText(value['error'], 'message') &&
    (value['parameters'] === undefined || isJsonObject(value['parameters']))
  );
}

function hasText(value: unknown, name: string): value is JsonObject | undefined {
  return value === undefined || (isJsonObject(value) && typeof value[name] === 'string');
}
