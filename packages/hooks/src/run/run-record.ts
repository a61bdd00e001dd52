import type { ChainLink } from '../event/hook-event.ts';
import type { Action, EventName } from '../hook/hook.ts';
import type { ServerAvailability } from '../hook/is-valid-mcp-server.ts';

/**
 * How a run, or a trigger that did not lead to one, ended. `interrupted`: it had begun when Toolyard ended, and nobody
 * knows how far it came. `skipped` and `refused` (a loop) never began.
 */
export const RUN_STATUSES = ['success', 'error', 'timeout', 'cancelled', 'interrupted', 'skipped', 'refused'] as const;

/** See `RUN_STATUSES`. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What is still known of a run that ended before Toolyard did. */
export type KeptEnd = Pick<RunRecord, 'status' | 'reason' | 'unavailable'>;

/** All that is known about one run, or about a trigger that did not lead to one; a line of `hooks log --json`. */
export interface RunRecord {
  readonly id: string;
  readonly hook: string;
  readonly name?: string;
  /** The group that the hook had. */
  readonly group?: string;
  readonly source: 'workspace' | 'user';
  readonly status: RunStatus;
  /** Why it did not run, or what failed, for people. */
  readonly reason?: string;
  readonly event: {
    readonly id: string;
    readonly name: EventName;
    /** ISO 8601 in UTC, as all times here. */
    readonly at: string;
    /** The context, cut where it is long; secrets are masked. */
    readonly context: Readonly<Record<string, unknown>>;
    /** The names of the values that are therefore not what they were. */
    readonly cut?: readonly string[];
  };
  readonly action: Action['type'];
  /** `key:tool`, the program, or the kind of action and its operation. */
  readonly target: string;
  /** The server at that moment. */
  readonly server?: { readonly key: string; readonly state: string; readonly status: ServerAvailability };
  /** It was skipped because its server was unavailable. */
  readonly unavailable?: true;
  /** What the tool or program was given; secrets are masked. */
  readonly arguments?: unknown;
  /** How often it was tried; 0 where it never began. */
  readonly attempts: number;
  readonly queuedAt: string;
  readonly startedAt?: string;
  readonly endedAt: string;
  /** From its start to its end. */
  readonly ms?: number;
  readonly chain: readonly ChainLink[];
  /** What it gave, cut where it is long. */
  readonly result?: unknown;
  /** What the tool said in words, where `result` is its structured content; cut where it is long. */
  readonly text?: string;
  /** It had begun before Toolyard ended, could do no harm twice, and was run again. */
  readonly repeated?: true;
  /** The run that a person asked to repeat. */
  readonly replayOf?: string;
  /** How many equal triggers of one batch this line stands for, where more than one. */
  readonly count?: number;
}
