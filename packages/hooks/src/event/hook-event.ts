import type { EventName } from '../hook/hook.ts';

/** One run that led to an event. */
export interface ChainLink {
  readonly hook: string;
  /** The id of the run. */
  readonly run: string;
  /** The event only appeared during that run; that it was its doing is a guess. */
  readonly inferred: boolean;
  /** What the run was about: the path of its event, or of what led to that; absent where it was about several, or hardly the cause. */
  readonly path?: string;
  /** Only of guesses: how many there were up to this one, since of a long chain only the end is kept. */
  readonly guesses?: number;
}

/** Something that happened, as its source tells it. */
export interface NewEvent {
  readonly name: EventName;
  /** Context values that the source knows, such as `path`, `oldPath`, `commit`, `branch`; anything else lies in `data`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The same event is entered once, also after a crash; made up where absent. */
  readonly id?: string;
  /** Milliseconds since 1970; now where absent. */
  readonly at?: number;
  /** The runs that are known to have caused it, the oldest first. */
  readonly chain?: readonly ChainLink[];
  /** When it may have appeared, in milliseconds since 1970; a run within that time may have caused it. */
  readonly window?: readonly [from: number, to: number];
  /** Only this hook is meant, whatever its trigger says. */
  readonly target?: string;
  /** The run that this one repeats because a person asked for it. */
  readonly replayOf?: string;
}

/** An event that was taken: complete, and the same whenever it is looked at again. */
export interface HookEvent {
  readonly id: string;
  readonly name: EventName;
  readonly at: number;
  /** The whole context: see `CONTEXT_NAMES`. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly chain: readonly ChainLink[];
  readonly target?: string;
  readonly replayOf?: string;
}

/** What is known about the workspace when an event is taken. */
export interface WorkspaceFacts {
  /** The workspace's folder, absolute. */
  readonly workspace: string;
  /** The current branch; absent where there is none. */
  readonly branch?: string;
  /** git's user.name, else the operating system's. */
  readonly user: string;
}
