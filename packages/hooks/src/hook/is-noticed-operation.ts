import { AGENT_OPERATIONS } from './agent-operations.ts';
import type { Trigger } from './hook.ts';

/** Whether files tell any operation that an `agent` trigger waits for, so that nobody has to fire it. */
export function isNoticedOperation({
  agent,
  operation,
  timing,
}: Pick<Trigger, 'agent' | 'operation' | 'timing'>): boolean {
  if (timing === 'before') return false;
  return AGENT_OPERATIONS.some(
    (each) =>
      each.artefacts !== undefined &&
      (agent === undefined || agent === each.agent) &&
      (operation === undefined || operation === each.operation),
  );
}
