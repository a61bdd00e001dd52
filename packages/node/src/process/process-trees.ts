/** Processes together with everything they started, each named by the pid it began with. */
export interface ProcessTrees {
  /** Asks all of them to leave, or forces them; nothing happens where none is left. */
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void;
  isAlive(pid: number): Promise<boolean>;
}
