import type { Surroundings } from '@toolyard/host';
import type { Terminal } from '../terminal/terminal.ts';

/** Everything that commands are given. */
export interface Host extends Surroundings, Terminal {}
