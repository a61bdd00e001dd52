/** How much is written to the log. */
export type TaskLogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

/** What the environment says about tasks. */
export interface TaskSettings {
  /** The token to show, and one that is still taken while others change theirs. */
  readonly serviceTokens: readonly string[];
  readonly backendBaseUrl?: URL;
  readonly logLevel: TaskLogLevel;
  readonly mcpPort: number;
  /** The time of a request with all its tries. */
  readonly backendTimeoutMs: number;
  readonly backendMaxRetries: number;
  /** What the backend lets a user do in a minute; -1 is unlimited. */
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Whose calls they are where the caller does not say. */
  readonly userId?: string;
  /** Of a PostgreSQL. */
  readonly databaseUrl?: string;
}

/** One thing that is wrong with the environment, and what to do; never a secret. */
export interface SettingProblem {
  readonly name: string;
  readonly message: string;
}

/** Which settings must be there. */
export interface SettingNeeds {
  /** Of the service; one that is short is used, with a warning. */
  readonly token?: boolean;
  readonly backend?: boolean;
  /** Looks at `DATABASE_URL`, which in most places speaks of another program's database. */
  readonly database?: boolean;
}

/** Where settings come from; what the environment says goes before what stands in the file, which is a folder's and not the user's. */
export interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of a `.env` file. */
  readonly dotEnvText?: string;
}
