import type { Naming, Settings } from '@toolyard/core';

/** A server as it stands in a configuration file; fields that are not named here are read there too. */
export interface ServerEntry {
  readonly type?: 'stdio' | 'http' | 'streamable-http' | 'sse' | 'builtin';
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly enabled?: boolean;
  readonly timeoutMs?: number;
  readonly naming?: Naming;
  readonly tools?: {
    readonly include?: readonly string[];
    readonly exclude?: readonly string[];
    readonly rename?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** A configuration as it stands in a file. */
export interface ConfigurationFile {
  readonly mcpServers: Readonly<Record<string, ServerEntry>>;
  readonly toolyard?: Partial<Settings>;
}
