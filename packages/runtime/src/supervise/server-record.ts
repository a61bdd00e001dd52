import type { Clock, FailurePhase, ServerDefinition, ServerState, ServerStatus } from '@toolyard/core';

/** What is known about one server, changed by what happens to it. */
export interface ServerRecord {
  starting(): void;
  /** The process or connection is there; the handshake and the lists follow. */
  started(): void;
  running(): void;
  failed(reason: string, lastLines?: readonly string[]): void;
  stopped(): void;
  /** Everything but the number of tools, which the catalogue knows. */
  status(): ServerStatus;
  /** Why the server takes no requests now, and what to do. */
  explain(): string;
}

/** What a record is made of. */
export interface ServerRecordOptions {
  readonly definition: Pick<ServerDefinition, 'key' | 'enabled'>;
  readonly clock: Clock;
  onChange(): void;
}

const PHASES: Readonly<Record<FailurePhase, readonly [what: string, toDo: string]>> = {
  startup: ['did not start', 'Then start Toolyard again.'],
  initialization: [
    'started but did not become ready',
    'Check its arguments and environment, then start Toolyard again.',
  ],
  runtime: ['stopped working', 'It is not restarted; start Toolyard again.'],
};

/** A record of a server that has not been started. */
export function createServerRecord({ definition, clock, onChange }: ServerRecordOptions): ServerRecord {
  const { key } = definition;
  let state: ServerState = definition.enabled ? 'idle' : 'disabled';
  let phase: FailurePhase = 'startup';
  let failure: { phase: FailurePhase; reason: string; lastLines: readonly string[] } | undefined;
  let failures = 0;
  let lastAttemptAt: string | undefined;
  let lastConnectedAt: string | undefined;

  const now = (): string => new Date(clock.now()).toISOString();
  function enter(next: ServerState): void {
    state = next;
    onChange();
  }

  return {
    starting() {
      phase = 'startup';
      lastAttemptAt = now();
      enter('starting');
    },
    started() {
      phase = 'initialization';
      onChange();
    },
    running() {
      phase = 'runtime';
      failure = undefined;
      failures = 0;
      lastConnectedAt = now();
      enter('running');
    },
    failed(reason, lastLines = []) {
      failure = { phase, reason, lastLines };
      failures++;
      enter('failed');
    },
    stopped() {
      if (state !== 'disabled') enter('stopped');
    },
    status: () => ({
      key,
      state,
      tools: 0,
      failures,
      ...(failure === undefined ? {} : failure),
      ...(state === 'starting' ? { phase } : {}),
      ...(lastAttemptAt === undefined ? {} : { lastAttemptAt }),
      ...(lastConnectedAt === undefined ? {} : { lastConnectedAt }),
    }),
    explain() {
      if (state === 'disabled') return `Server ${key} is disabled`;
      if (state !== 'failed' || failure === undefined) return `Server "${key}" is ${state}. Try again when it runs.`;
      const [what, toDo] = PHASES[failure.phase];
      return `Server "${key}" ${what}: ${failure.reason.replace(/\.$/, '')}. ${toDo}`;
    },
  };
}
