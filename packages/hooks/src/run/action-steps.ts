import type { ServerSlots } from './create-server-slots.ts';
import type { ServerGates } from './create-server-gates.ts';
import type { HookEngineOptions } from './hook-engine.ts';

/** What an action works with. */
export interface ActionSteps
  extends Pick<HookEngineOptions, 'yard' | 'programs' | 'github' | 'clock' | 'agent'>, ServerReach {
  /** Of all runs together. */
  readonly slots: ServerSlots;
  /** Why the hook may not run any more; see `HookEngineOptions`. */
  refusal(): Promise<string | undefined>;
  /** Notes that the run begins; answers whether it still may. */
  begin(repeatable: boolean): Promise<boolean>;
}

/** What an action that finds its servers by itself asks before it goes to one. */
type ServerReach = Pick<ServerGates, 'ready' | 'obstacle' | 'enter'>;
