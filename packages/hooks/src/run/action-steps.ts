import type { HookEngineOptions } from './hook-engine.ts';

/** What an action works with. */
export interface ActionSteps extends Pick<HookEngineOptions, 'yard' | 'programs' | 'github' | 'clock'> {
  /** Why no run goes to a server now. */
  obstacle(server: string): string | undefined;
  /** Notes that the run begins; answers whether it still may. */
  begin(repeatable: boolean): Promise<boolean>;
}
