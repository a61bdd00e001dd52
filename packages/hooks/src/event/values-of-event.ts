import type { EventName, Trigger } from '../hook/hook.ts';

const ALWAYS = ['event', 'timestamp', 'workspace', 'user', 'branch', 'feature'];

const MORE: Partial<Readonly<Record<EventName, readonly string[]>>> = {
  'file.saved': ['path'],
  'file.created': ['path'],
  'file.deleted': ['path'],
  'file.renamed': ['path', 'oldPath'],
  'git.committed': ['commit', 'message'],
  'git.branch-changed': ['commit', 'oldBranch'],
  'git.pushed': ['commit', 'remote'],
  schedule: ['hook', 'scheduled', 'missed'],
  webhook: ['hook', 'data', 'headers'],
  agent: ['agent', 'operation', 'timing', 'path', 'data'],
  'task.ended': ['task', 'exitCode', 'signal', 'command', 'ms'],
  'terminal.ended': ['command', 'exitCode', 'cwd', 'data'],
  'diagnostics.changed': ['path', 'errors', 'warnings', 'data'],
};

/**
 * The names of the values that the events of a trigger can have, those of its own first; `undefined` where people and programs
 * enter them with whatever they want, and for the end of a hook, which has what the event before it had.
 */
export function valuesOfEvent(trigger: Pick<Trigger, 'event' | 'batch' | 'secretEnv'>): readonly string[] | undefined {
  const { event, batch, secretEnv } = trigger;
  const more = MORE[event];
  // A webhook without an address is only entered by people and programs.
  if (more === undefined || (event === 'webhook' && secretEnv === undefined)) return undefined;
  return [...more, ...(batch === true ? ['paths'] : []), ...ALWAYS];
}
