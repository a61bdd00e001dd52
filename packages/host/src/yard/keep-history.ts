import { toMessage, type CallRecord, type Log, type Relay, type Yard } from '@toolyard/core';
import { createLineFile } from '@toolyard/node';
import { keptCallsFileOf, toCallLine } from './kept-calls.ts';

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

/** Keeps each call that ended and that the configuration wants to be kept: what was called and how it went, never what it gave. */
export function keepHistory({ yard, stateFolder, log }: HistoryOptions): KeptHistory {
  const lines = createLineFile({
    file: keptCallsFileOf(stateFolder),
    toLossLine: (lost) => JSON.stringify({ lost }),
    onFailure: (error) => log.write('warning', `The history of calls could not be written: ${toMessage(error)}`),
  });

  let settings = yard.configuration().settings;
  function keep(call: CallRecord): void {
    if (call.completedAt === undefined) return;
    if (!isWanted(settings.keepHistory, call)) return;
    lines.add(log.redact(toCallLine(call, isWanted(settings.keepArguments, call))));
  }

  // Who listens makes every call cost more, so nobody does who writes nothing.
  let forget: (() => void) | undefined;
  function review(): void {
    ({ settings } = yard.configuration());
    if (settings.keepHistory !== false) {
      forget ??= yard.calls.on((event) => void (event.type === 'call-changed' && keep(event.call)));
      return;
    }
    forget?.();
    forget = undefined;
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

/** Where the configuration does not say it, the calls of the assistant are wanted: no person made them. */
function isWanted(setting: boolean | undefined, { origin }: CallRecord): boolean {
  return setting ?? origin === 'assistant';
}
