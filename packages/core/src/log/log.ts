/** How much a line of the log matters. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** Where the parts report what people may want to read later. */
export interface Log {
  /** One line; `server` is the key it concerns. Never a secret. */
  write(level: LogLevel, text: string, server?: string): void;
}
