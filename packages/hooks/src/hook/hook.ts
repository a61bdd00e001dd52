import type { AgentActionName } from './agent-actions.ts';
import type { GitOperation } from './git-operations.ts';
import type { GitHubOperation } from './github-operations.ts';
import type { OperationParameters } from './operation.ts';

/** Every event that a hook can wait for; what Toolyard does not notice by itself is entered with `hooks fire`. */
export const EVENT_NAMES = [
  'file.saved',
  'file.created',
  'file.deleted',
  'file.renamed',
  'git.committed',
  'git.branch-changed',
  'git.pushed',
  'agent',
  'task.ended',
  'schedule',
  'webhook',
  'hook.ended',
  'manual',
  'terminal.ended',
  'diagnostics.changed',
] as const;

/** The name of an event. */
export type EventName = (typeof EVENT_NAMES)[number];

/** What happens to an event while an earlier run of the same hook for the same path waits or runs. */
export const POLICIES = ['queue', 'drop', 'replace', 'debounce'] as const;

/** See `POLICIES`. */
export type Policy = (typeof POLICIES)[number];

/** What becomes of the times of a schedule that passed while nothing ran. */
export const MISSED_RUNS = ['once', 'skip'] as const;

/** See `MISSED_RUNS`. */
export type MissedRuns = (typeof MISSED_RUNS)[number];

/** How a webhook proves that it is from somebody who knows the secret: it signs the body, or brings the secret itself. */
export const WEBHOOK_AUTHS = ['signature', 'token'] as const;

/** See `WEBHOOK_AUTHS`. */
export type WebhookAuth = (typeof WEBHOOK_AUTHS)[number];

/** When a hook runs. */
export interface Trigger {
  readonly event: EventName;
  /** Globs over the path of the event, from the workspace; a glob that starts with `!` takes away. Absent: any path. */
  readonly paths?: readonly string[];
  /** Conditions on context values, by name; all have to hold. */
  readonly if?: Readonly<Record<string, Condition>>;
  /** One run for all changes that settled together, with their paths in `paths`. */
  readonly batch?: boolean;
  readonly agent?: string;
  readonly operation?: string;
  readonly timing?: 'before' | 'after';
  /** When it is due, as `parseCron` reads it. */
  readonly cron?: string;
  /** Whose clocks a schedule goes by; absent: those of the machine. */
  readonly timeZone?: string;
  /** What becomes of times that passed while nothing ran: one run for all of them, or none. */
  readonly missed?: MissedRuns;
  /** The variable of the environment that has the secret of a webhook; without it the hook has no address. */
  readonly secretEnv?: string;
  /** `signature` where absent. */
  readonly auth?: WebhookAuth;
}

/** A value that must be equal, a list of which one must be, or operators that must all hold. */
export type Condition = Plain | readonly Plain[] | ConditionOperators;

/** A value without parts. */
export type Plain = string | number | boolean | null;

/** Conditions besides equality. */
export interface ConditionOperators {
  readonly is?: Plain | readonly Plain[];
  readonly not?: Plain | readonly Plain[];
  /** A glob over the value as text. */
  readonly matches?: string;
  /** Whether the value is there at all. */
  readonly exists?: boolean;
}

/** Where a parameter of a tool gets its value from. */
export interface ParameterMapping {
  /** The parameter's name; `filter.tags` is the field `tags` of `filter` where the tool has no parameter of that very name. */
  readonly toolParam: string;
  readonly source: 'context' | 'literal' | 'template';
  /** A name for `context`; any value for `literal`; for `template` a text, or a value with texts in it. */
  readonly value: unknown;
  /** Used if the value is missing. */
  readonly default?: unknown;
}

/** Calls a tool. */
export interface McpAction {
  readonly type: 'mcp';
  readonly parameters: {
    readonly serverId: string;
    readonly toolName: string;
    readonly parameterMappings: readonly ParameterMapping[];
    /** Milliseconds. */
    readonly timeout: number;
  };
}

/** Runs a program, never a shell. The arguments and the values of `env` are templates. */
export interface CustomAction {
  readonly type: 'custom';
  readonly parameters: {
    readonly command: string;
    readonly args: readonly string[];
    /** From the workspace, and inside of it. */
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Milliseconds. */
    readonly timeout: number;
  };
}

/** Does something with git in the workspace. */
export interface GitAction {
  readonly type: 'git';
  readonly parameters: OperationParameters<GitOperation>;
}

/** Does something with a repository on GitHub. */
export interface GitHubAction {
  readonly type: 'github';
  readonly parameters: OperationParameters<GitHubOperation>;
}

/** Asks a model that may use some tools, runs an agent for the command line, or sends a prompt to the chat of an editor. */
export interface AgentAction {
  readonly type: 'agent';
  readonly parameters: OperationParameters<AgentActionName>;
}

/** What a hook does. */
export type Action = McpAction | CustomAction | GitAction | GitHubAction | AgentAction;

/** The kinds of actions. */
export const ACTION_TYPES: readonly Action['type'][] = ['mcp', 'custom', 'git', 'github', 'agent'];

/** One hook of a file, with defaults filled in. */
export interface Hook {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** Puts hooks together for people; it changes nothing about when they run. */
  readonly group?: string;
  readonly enabled: boolean;
  readonly trigger: Trigger;
  readonly action: Action;
  readonly policy: Policy;
  /** How long it must be quiet before a debounced hook runs, in milliseconds. */
  readonly debounceMs: number;
}

/** A hook, and where it comes from. */
export interface KnownHook {
  readonly hook: Hook;
  readonly source: 'workspace' | 'user';
  readonly file: string;
}

/** All limits of hooks: times in milliseconds, lengths in characters, the body of a webhook in bytes. */
export const HOOK_LIMITS = {
  defaultTimeoutMs: 30_000,
  minTimeoutMs: 1000,
  maxTimeoutMs: 300_000,
  concurrent: 5,
  nameLength: 100,
  chainDepth: 10,
  guesses: 100,
  minDebounceMs: 100,
  maxDebounceMs: 600_000,
  defaultDebounceMs: 1000,
  webhookBytes: 1_048_576,
  /** So many calls in a row that a server does not answer, and it is not tried for so long. */
  breakerFailures: 3,
  breakerMs: 30_000,
  /** How long the servers and tools that were found are kept, and how long looking for them may take. */
  discoveryCacheMs: 300_000,
  discoveryWaitMs: 5000,
} as const;
