import type { ConfigProblemCode } from '@toolyard/core';

/** What the doctor found: right, worth knowing, or in the way of working. */
export interface Finding {
  /** What was looked at. */
  readonly check: 'configuration' | 'server' | 'tools' | 'version' | 'docker' | 'port' | 'folder' | 'client' | 'state';
  readonly level: 'good' | 'note' | 'wrong';
  /** One line. */
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
  /** Of a problem of the configuration: what is wrong, for programs, and where. */
  readonly code?: ConfigProblemCode;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  /** The key of the server that alone is concerned. */
  readonly server?: string;
}
