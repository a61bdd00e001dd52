import { join } from 'node:path';
import { toMessage, type CallRecord, type Log, type Relay, type Yard } from '@toolyard/core';
import { createLineFile } from '@toolyard/node';

/** A history that is being kept. */
export interface KeptHistory {
  /** Resolves when every line is written. */
  end(): Promise<void>;
}

/** Whose calls are kept, and where. */
export interface HistoryOptions {
  readonly yard: Yard & Pick<Relay, 'configuration'>;
  readonly stateFolder: string;
  readonly log: Log & { redact(text: string): string };
}

/** Keeps a line for every call that ended while the configuration wants it: what was called and how it went, never with what. */
export function keepHistory({ yard, stateFolder, log }: HistoryOptions): KeptHistory {
  const lines = createLineFile({
    file: join(stateFolder, 'calls.jsonl'),
    toLossLine: (lost) => JSON.stringify({ lost }),
    onFailure: (error) => log.write('warning', `The history of calls could not be written: ${toMessage(error)}`),
  });

  function follow(): () => void {
    return yard.calls.on((event) => {
      if (event.type !== 'call-changed' || event.call.completedAt === undefined) return;
      lines.add(log.redact(JSON.stringify(toLine(event.call))));
    });
  }

  // Who listens makes every call cost more, so nobody does who writes nothing.
  let forget: (() => void) | undefined;
  function review(): void {
    const isWanted = yard.configuration().settings.keepHistory;
    if (isWanted) forget ??= follow();
    else {
      forget?.();
      forget = undefined;
    }
  }

  review();
  const forgetYard = yard.on(({ type }) => {
    if (type === 'configuration-changed') review();
  });
  return {
    async end() {
      forgetYard();
      forget?.();
      await lines.flush();
    },
  };
}

function toLine({
  id,
  tool,
  origin,
  session,
  document,
  conversation,
  approval,
  status,
  submittedAt,
  completedAt,
  retryAttempt,
  error,
}: CallRecord): object {
  const ms = (completedAt ?? submittedAt) - submittedAt;
  const asked = { id, tool, origin, session, document, conversation, approval };
  return { at: new Date(submittedAt).toISOString(), ...asked, status, ms, retryAttempt, error };
}
