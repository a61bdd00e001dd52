import type { HooksFormat } from './hooks-problem.ts';
import { openHookText } from './open-hook-text.ts';
import type { HooksEdit } from './put-hook.ts';
import { rewriteHook } from './replace-hook.ts';

/** Enables or disables a hook by the smallest edit: a key that is there gets the other value, and one is only added to disable. */
export function switchHook(text: string, format: HooksFormat, id: string, enabled: boolean): HooksEdit {
  const opened = openHookText(text, format, id);
  if (!opened.ok) return opened;
  const { value } = opened;
  const isWritten = Object.hasOwn(value, 'enabled');
  if (enabled && !isWritten) return { ok: true, text };
  const written = isWritten ? { ...value, enabled } : putEnabled(value, enabled);
  return rewriteHook(text, opened, { written, full: written }, (hooks) =>
    hooks.map((each) => (each.id === id ? { ...each, enabled } : each)),
  );
}

/** Behind what says which hook it is, where people look for it. */
function putEnabled(value: Readonly<Record<string, unknown>>, enabled: boolean): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value);
  const at = entries.findLastIndex(([key]) => ['id', 'name', 'description', 'group'].includes(key)) + 1;
  return Object.fromEntries(entries.toSpliced(at, 0, ['enabled', enabled]));
}
