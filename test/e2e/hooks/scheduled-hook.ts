import { noteHook } from './create-workspace.ts';

/** A hook with a schedule that notes the time that it is for. */
export function scheduledHook(id: string, trigger: object, more: object = {}): object {
  return noteHook(id, { event: 'schedule', ...trigger }, '{scheduled}, {missed} before', more);
}
