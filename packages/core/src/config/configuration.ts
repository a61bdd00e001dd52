/** How the gateway writes tool names for its clients. */
export type Naming = 'safe' | 'colon' | 'dot' | 'none';

/** Which of a server's tools are offered, and under which names. */
export interface ToolSelection {
  /** Globs over tool names; absent means all. */
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  /** Own name to the name that clients see. */
  readonly rename: Readonly<Record<string, string>>;
}

/** What every kind of server has, with defaults filled in. */
interface ServerCommon {
  readonly key: string;
  readonly enabled: boolean;
  readonly timeoutMs?: number;
  /** Calls of this server at once; absent or -1 is unlimited. */
  readonly concurrentLimit?: number;
  readonly naming?: Naming;
  readonly tools: ToolSelection;
  /** The assistant calls its tools without asking, also those that may destroy something. */
  readonly trust: boolean;
  readonly start: 'eager' | 'lazy';
  readonly idleStopMs?: number;
  readonly sharing: 'shared' | 'per-session';
  readonly era: 'auto' | 'legacy' | '2026-07-28';
  /** Where relative paths start, in a definition that has them as they are written. */
  readonly folder?: string;
  /** Values that variables put in and that are secrets by the names of the variables; absent where there is none. */
  readonly secrets?: readonly string[];
  /** Environment variables that it needs and that are not set, so that it cannot be started; absent where there is none. */
  readonly missing?: readonly string[];
}

/** A program that Toolyard starts and talks to over its stdin and stdout. */
export interface CommandServer extends ServerCommon {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute, unless paths are as they are written. */
  readonly cwd: string;
}

/** A server that runs elsewhere. */
export interface UrlServer extends ServerCommon {
  readonly kind: 'url';
  /** `auto` is Streamable HTTP, then SSE where the server only speaks that. */
  readonly transport: 'auto' | 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A container that Toolyard starts; spoken to over stdio, or by `endpoint` where one is given. */
export interface DockerServer extends ServerCommon {
  readonly kind: 'docker';
  readonly docker: DockerOptions;
  readonly endpoint?: {
    readonly transport: 'auto' | 'http' | 'sse';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** How a container is made. */
export interface DockerOptions {
  readonly image: string;
  readonly containerName?: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Container port to host port. */
  readonly ports: Readonly<Record<string, number>>;
  readonly mounts: readonly string[];
  readonly memoryMb?: number;
  readonly cpus?: number;
  /** Processes and threads at once. */
  readonly pids?: number;
  /** The engine's name of a network; `none` leaves the container without one. */
  readonly network?: string;
  readonly pull: 'missing' | 'always' | 'never';
}

/** A server that is part of Toolyard. */
export interface BuiltinServer extends ServerCommon {
  readonly kind: 'builtin';
  readonly name: 'tasks';
}

/** One server of a configuration, variables filled in where it is enabled. */
export type ServerDefinition = CommandServer | UrlServer | DockerServer | BuiltinServer;

/** The `toolyard` part of a configuration; limits of -1 are unlimited. */
export interface Settings {
  readonly timeoutMs: number;
  readonly concurrentLimit: number;
  readonly sessionLimit: number;
  /** Copies of `per-session` servers at once, over all sessions and servers. */
  readonly sessionCopyLimit: number;
  /** Runs of hooks at once in one workspace. */
  readonly hookConcurrentLimit: number;
  /** Those of them at once for one server. */
  readonly hookServerLimit: number;
  /** Runs of hooks in the log of a workspace. */
  readonly hookRunsKept: number;
  readonly hookRunsKeptDays: number;
  readonly retryDelaysMs: readonly number[];
  readonly healthCheckMs: number;
  /** How long the first list of a session waits for servers that are starting. */
  readonly listWaitMs: number;
  /** How long a server may take from its start to its tools. */
  readonly startTimeoutMs: number;
  /** Entries that are kept of one list of one server. */
  readonly listEntryLimit: number;
  /** Bytes that are read of one list of one server. */
  readonly listByteLimit: number;
  readonly naming: Naming;
  /** How long a yard in the background waits for another session after its last one. */
  readonly sharedIdleMs: number;
  /** Whether calls that ended are kept across restarts: all, or none; those of the assistant where absent. */
  readonly keepHistory?: boolean;
  /** Whether those are kept with their arguments: all, or none; those of the assistant where absent. */
  readonly keepArguments?: boolean;
  /** The assistant's model, `provider/name`, where nothing else names one. */
  readonly model?: string;
  /** Tokens that one conversation with the assistant may use; absent or -1 is unlimited. */
  readonly conversationTokenLimit?: number;
  /** US dollars that one conversation with the assistant may cost, where its provider says it; absent is unlimited. */
  readonly conversationCostLimit?: number;
  /** The words that start messages of conversations in documents, where they are not the usual ones. */
  readonly messageNames?: Readonly<Partial<Record<'system' | 'user' | 'assistant', string>>>;
  /** Sections of documents that belong to one server, as they were written; documents read them. */
  readonly bindings?: readonly unknown[];
}

/** A valid configuration: servers in the order of the file. */
export interface Configuration {
  readonly servers: readonly ServerDefinition[];
  readonly settings: Settings;
}

/** The part of a configuration that says how things are shown and how long they may take; it holds no secret. */
export interface ShownConfiguration {
  readonly servers: readonly Pick<ServerDefinition, 'key' | 'naming' | 'tools'>[];
  readonly settings: Settings;
}

/** What a file that says nothing gets. */
export const DEFAULT_SETTINGS: Settings = {
  timeoutMs: 30_000,
  concurrentLimit: 25,
  sessionLimit: 25,
  sessionCopyLimit: 100,
  hookConcurrentLimit: 5,
  hookServerLimit: 5,
  hookRunsKept: 10_000,
  hookRunsKeptDays: 90,
  retryDelaysMs: [1000, 5000, 15_000],
  healthCheckMs: 30_000,
  listWaitMs: 5000,
  startTimeoutMs: 120_000,
  listEntryLimit: 100_000,
  listByteLimit: 33_554_432,
  naming: 'safe',
  sharedIdleMs: 300_000,
};
