import type { Surroundings } from '@toolyard/host';
import type { CommandContext } from '../terminal/command-context.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Everything that commands are given, as one thing and in its two parts. */
export interface Host extends Surroundings, Terminal, CommandContext {}
