import type { Surroundings } from '@toolyard/host';
import type { Terminal } from './terminal.ts';

/** What every command is given: the process that people see, and where it runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
}
