import { join } from 'node:path';
import { toMessage, type CallRecord, type Calls, type Log } from '@toolyard/core';
import { createLineFile } from '@toolyard/node';

/** A history that is being kept. */
export interface KeptHistory {
  /** Resolves when every line is written. */
  end(): Promise<void>;
}

/** Whose calls are kept, and where. */
export interface HistoryOptions {
  readonly calls: Calls;
  readonly stateFolder: string;
  readonly log: Log & { redact(text: string): string };
  /** Whether the user wants it now. */
  isWanted(): boolean;
}

/** Keeps a line for every call that ended while it is wanted: what was called and how it went, never with what. */
export function keepHistory({ calls, stateFolder, log, isWanted }: HistoryOptions): KeptHistory {
  const lines = createLineFile({
    file: join(stateFolder, 'calls.jsonl'),
    toLossLine: (lost) => JSON.stringify({ lost }),
    onFailure: (error) => log.write('warning', `The history of calls could not be written: ${toMessage(error)}`),
  });
  const forget = calls.on((event) => {
    if (event.type !== 'call-changed' || event.call.completedAt === undefined || !isWanted()) return;
    lines.add(log.redact(JSON.stringify(toLine(event.call))));
  });
  return {
    async end() {
      forget();
      await lines.flush();
    },
  };
}

function toLine({
  id,
  tool,
  origin,
  session,
  status,
  submittedAt,
  completedAt,
  retryAttempt,
  error,
}: CallRecord): object {
  const ms = (completedAt ?? submittedAt) - submittedAt;
  return { at: new Date(submittedAt).toISOString(), id, tool, origin, session, status, ms, retryAttempt, error };
}
