import type { JsonObject } from '@toolyard/core';
import type { Hook, HooksEdit, HooksFormat, McpServer, NewEvent, RunRecord } from '@toolyard/hooks';
import type { ClosableYard } from '@toolyard/host';
import type {
  UnusableConfiguration,
  EventExplanation,
  HooksEvent,
  HooksFinding,
  HookState,
  ResolvedHook,
  RunPreview,
} from '@toolyard/host/hooks';
import type { FrontAddress } from './create-folder-front.ts';

/** Whether the hooks of a folder run, and where. */
export type Duty =
  /** The workspace is not trusted, so nothing is started. */
  | { readonly kind: 'untrusted' }
  /** The setting `toolyard.hooks.enabled` is off. */
  | { readonly kind: 'off' }
  /** There are no hooks. */
  | { readonly kind: 'no hooks' }
  | { readonly kind: 'starting' }
  /** This window runs them; `problem` says for people what is wrong with a file now: hooks are those of before, and without a configuration those that need servers wait. */
  | { readonly kind: 'here'; readonly problem?: string }
  /** Another window or a command does, and gets the events of this one. */
  | { readonly kind: 'elsewhere' }
  /** Something has to be solved first; `message` is for people. */
  | { readonly kind: 'blocked'; readonly message: string };

/** Which of the two hooks files: that of the folder, or the user's for all folders. */
export type HooksSource = 'workspace' | 'user';

/** One hook as people see it. */
export interface ShownHook {
  readonly resolved: ResolvedHook;
  /** `invalid` where a problem keeps it from running. */
  readonly state: HookState | 'invalid';
  /** What is wrong with it, or looks wrong, errors first. */
  readonly findings: readonly HooksFinding[];
  /** The last one that came to something. */
  readonly lastRun?: RunRecord;
  /** Where it stands in its file, both from 1. */
  readonly place?: { readonly line: number; readonly column: number };
  /** When its schedule is due next, in milliseconds since 1970. */
  readonly nextRun?: number;
}

/** A run that has not ended, as far as this window knows. */
export interface LiveRun {
  readonly id: string;
  readonly hook: string;
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** A hooks file, which there is or would be. */
export interface HooksFilePlace {
  readonly file: string;
  readonly exists: boolean;
}

/** What is known of a folder at one moment. */
export interface FolderState {
  readonly duty: Duty;
  readonly hooks: readonly ShownHook[];
  /** What is wrong in hooks files besides what stands at a hook. */
  readonly findings: readonly HooksFinding[];
  readonly files: Readonly<Record<HooksSource, HooksFilePlace>>;
  /** Those that have ended, the newest first, without those that an event did not match. */
  readonly runs: readonly RunRecord[];
  readonly live: readonly LiveRun[];
  /** Those that hooks can name, own ones first; empty before they were first looked for. */
  readonly servers: readonly McpServer[];
  /** Why the configuration cannot be used; absent where it can. */
  readonly configurationProblem?: UnusableConfiguration;
  /** What kept servers from being found besides, in sentences. */
  readonly serverWarnings: readonly string[];
  /** Servers are being looked for. */
  readonly isLooking: boolean;
  /** A person called a tool of the folder in this window, and it answered. */
  readonly hasTriedTool: boolean;
  /** Servers of the configuration wait for a person's approval. */
  readonly needsServerApproval: boolean;
}

/** The hooks, servers and runs of one folder of the window. */
export interface Folder {
  /** What the window calls it. */
  readonly name: string;
  /** Its path, absolute. */
  readonly path: string;
  state(): FolderState;
  /** Calls the listener soon after each change of the state, until the function that it gives is called. */
  onChange(listener: () => void): () => void;
  /** Hears what happens while hooks run in this window; the same for the end of it. */
  onEvent(listener: (event: HooksEvent) => void): () => void;
  /** Reads everything again. */
  refresh(): Promise<void>;
  /** Looks for servers and their tools, at once where `afresh`, else where nothing newer than five minutes is known. */
  lookForServers(options?: { readonly afresh?: boolean }): Promise<void>;
  /** Runs one hook now, whatever its trigger says; resolves with its runs. Rejects where the hook may not run; aborted, nobody waits for the runs. */
  run(
    hook: string,
    event?: Pick<NewEvent, 'name' | 'values' | 'replayOf'>,
    signal?: AbortSignal,
  ): Promise<readonly RunRecord[]>;
  /** Runs the hook of a run once more, for the event that it had. */
  replay(run: RunRecord, signal?: AbortSignal): Promise<readonly RunRecord[]>;
  /** What a hook would give its tool or program for these values of an event; nothing is called. `hook` may differ from the file. */
  preview(hook: Pick<Hook, 'action'>, event: Pick<NewEvent, 'name' | 'values'>): Promise<RunPreview>;
  /** Says for each hook whether an event would run it, or why not; starts nothing. */
  explain(event: Pick<NewEvent, 'name' | 'values'>): Promise<readonly EventExplanation[]>;
  /** Whether an event is never noticed, because a rule of `.gitignore` or another one leaves its file out. */
  isIgnored(event: Pick<NewEvent, 'name' | 'values'>): Promise<boolean>;
  /** Lets a hook run from now on exactly as it was shown. */
  approve(hook: ResolvedHook): Promise<void>;
  /** Changes a hooks file, and makes it where there is none; rejects with `config-invalid` where the file or the outcome would be wrong. */
  edit(source: HooksSource, edit: (text: string, format: HooksFormat) => HooksEdit): Promise<string>;
  /** Enters events that only the editor knows of, wherever the hooks of the folder run. */
  tell(events: readonly NewEvent[]): Promise<void>;
  /** The yard of the folder, opened where it is not; people are asked for what it needs where `mayAsk`, else that rejects. */
  openYard(options: { readonly mayAsk: boolean }): Promise<ClosableYard>;
  /** Serves the tools of the folder over HTTP on this machine until the folder is closed, and says where; rejects as `openYard` does. */
  openFront(options: { readonly mayAsk: boolean }): Promise<FrontAddress>;
  /** The yard where it is open; opens nothing. */
  openedYard(): ClosableYard | undefined;
  /** The schema of a tool's arguments as far as it is known. */
  findSchema(server: string, tool: string): JsonObject | undefined;
  /** Resolves when nothing of it is left in this process. */
  close(): Promise<void>;
}

/** The folders of the window, in its order. */
export interface Folders {
  list(): readonly Folder[];
  /** Hears that folders came, went or changed. */
  onChange(listener: () => void): () => void;
  /** The folder that a file lies in, if any. */
  of(file: string): Folder | undefined;
}
