import type { CommandContext } from '../terminal/command-context.ts';
import { createProcessSurroundings } from './create-process-surroundings.ts';
import { createProcessTerminal } from './create-process-terminal.ts';

/** This process as the place where a command runs. */
export function createProcessContext(): CommandContext {
  return { terminal: createProcessTerminal(), surroundings: createProcessSurroundings() };
}
