import type { Surroundings } from '@toolyard/host';
import type { Terminal } from './terminal.ts';

/** Where a command runs: what it talks through, and what is around it. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
}
