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
  agent: ['agent', 'operation', 'timing', 'path', 'data'],
  'task.ended': ['task', 'exitCode', 'signal', 'command', 'ms'],
  'terminal.ended': ['command', 'exitCode', 'cwd', 'data'],
  'diagnostics.changed': ['path', 'errors', 'warnings', 'data'],
};

/**
 * The names of the values that the events of a trigger can have, those of its own first; `undefined` where people and programs
 * enter them with whatever they want, and for the end of a hook, which has what the event before it had.
 */
export function valuesOfEvent({ event, batch }: Pick<Trigger, 'event' | 'batch'>): readonly string[] | undefined {
  const more = MORE[event];
  if (more === undefined) return undefined;
  return [...more, ...(batch === true ? ['paths'] : []), ...ALWAYS];
}
