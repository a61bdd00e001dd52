import { createContext, matchHook, type Hook, type NewEvent } from '@toolyard/hooks';

/** Whether an event may set a hook off, by what the event itself says; conditions on anything else may hold. */
export function maySetOff(hook: Hook, event: NewEvent, workspace: string): boolean {
  const own = Object.entries(hook.trigger.if ?? {}).filter(([name]) => nameOf(name) in event.values);
  const asked = { ...hook, trigger: { ...hook.trigger, if: Object.fromEntries(own) } };
  const context = createContext(event, event.at ?? 0, { workspace, user: '' });
  return matchHook(asked, { name: event.name, context }).matches;
}

/** `data` of `data.problems[0].line`. */
function nameOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}
