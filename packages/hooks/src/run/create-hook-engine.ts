import { Engine } from './engine.ts';
import type { HookEngine, HookEngineOptions } from './hook-engine.ts';
import { openCompactingJournal } from './open-compacting-journal.ts';

/** Reads the journal, goes on with what an earlier engine has left, and takes events from then on. */
export async function createHookEngine(options: HookEngineOptions): Promise<HookEngine> {
  const journal = await openCompactingJournal(options.journal);
  const kept = journal.state.runs.size === 0 ? new Map<string, never>() : await options.kept();
  const engine = new Engine(options, journal);
  engine.recover([...journal.state.runs.values()], kept);
  return engine;
}
