import type { Clock, ProgramRunner, RefusedCall, ServerStatus, ToolCaller, ToolyardError } from '@toolyard/core';
import type { HookEvent, NewEvent, WorkspaceFacts } from '../event/hook-event.ts';
import type { KnownHook } from '../hook/hook.ts';
import type { Marks } from '../event/marks.ts';
import type { GitHubSender } from '../github/github-sender.ts';
import type { AgentRunner } from './agent-runner.ts';
import type { HookJournal } from './journal.ts';
import type { KeptEnd, RunRecord } from './run-record.ts';

/** What an action needs of the yard. */
export interface HookYard {
  readonly caller: ToolCaller;
  /** One server, if the configuration has it. */
  server(key: string): ServerStatus | undefined;
  /** The definition of a tool as its server sent it. */
  tool(server: string, name: string): Readonly<Record<string, unknown>> | undefined;
  /** Resolves when the server is not starting any more, or when `signal` is aborted. */
  settled(key: string, signal: AbortSignal): Promise<void>;
  /** Tries a server that is not there again at once, also one that was given up. */
  revive(key: string): Promise<void>;
  /** Hears how often the call of a run was tried, and when it was first sent; the returned function ends that. */
  onAttempt(run: string, listener: (attempts: number, sentAt: number | undefined) => void): () => void;
  /** Keeps a call in the history of calls that a hook wanted to make and cannot. */
  noteRefusal(call: RefusedCall, why: ToolyardError): void;
}

export interface HookEngineOptions {
  /** The hooks that count now, in their order; asked for every event, since files change. */
  hooks(): readonly KnownHook[];
  /** Why a hook may not run, e.g. `not approved`; asked again right before it runs. */
  refusal(known: KnownHook): Promise<string | undefined>;
  /** Asked for every event, since branches change. */
  facts(): Promise<WorkspaceFacts>;
  readonly yard: HookYard;
  readonly programs: ProgramRunner;
  readonly github: GitHubSender;
  /** Asks models for `agent` actions. */
  readonly agent: AgentRunner;
  readonly journal: HookJournal;
  /** Keeps a record; resolves when it is on the disk. */
  keep(record: RunRecord): Promise<void>;
  /** How the runs ended whose records were kept last, by their ids, for what was going on when Toolyard ended. */
  kept(): Promise<ReadonlyMap<string, KeptEnd>>;
  /** Takes secrets out of a value that will be kept. */
  redact(value: unknown): unknown;
  readonly clock: Clock;
  /** A new id on each call. */
  newId(): string;
  readonly limits: { readonly concurrent: number; readonly perServer: number };
  readonly onEvent?: (event: EngineEvent) => void;
}

/** What happens in an engine, for whoever watches. */
export type EngineEvent =
  | { readonly type: 'event-taken'; readonly event: HookEvent; readonly runs: number }
  | { readonly type: 'run-started'; readonly run: string; readonly hook: string; readonly target: string }
  | { readonly type: 'run-ended'; readonly record: RunRecord }
  /** A sentence for people. */
  | { readonly type: 'warning'; readonly message: string };

/** Events that were taken together. */
export interface Entered {
  /** The ids of those that had been taken before, and are not taken again; absent where there are none. */
  readonly known?: ReadonlySet<string>;
  /** Resolves when everything that they led to directly has ended. */
  readonly ended: Promise<readonly RunRecord[]>;
}

/** Takes events and runs the hooks that wait for them. */
export interface HookEngine {
  /** What the sources had noted when the engine last ran, and since. */
  marks(): ReadonlyMap<string, unknown>;
  /** Resolves when the events and marks are on the disk; the n-th mark belongs to the n-th event. */
  enter(events: readonly NewEvent[], marks?: readonly (Marks | undefined)[]): Promise<Entered>;
  /** Notes marks without an event. */
  mark(marks: Marks): Promise<void>;
  /** Resolves when nothing waits or runs any more. */
  idle(): Promise<void>;
  /** Ends: what runs is cancelled and kept as interrupted, and what waits is left for the next engine. */
  stop(): Promise<void>;
}
