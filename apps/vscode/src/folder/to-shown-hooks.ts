import { hasSchedule, type FindNextRun, type RunRecord } from '@toolyard/hooks';
import { hookStateOf, type HooksFinding, type HooksLook } from '@toolyard/host/hooks';
import type { ShownHook } from './folder.ts';

/** What is known besides the files. */
export interface ShownFacts {
  readonly now: number;
  readonly findNextRun: FindNextRun;
  lastOf(hook: string): RunRecord | undefined;
}

/** The hooks as people see them, in the order of the files. */
export function toShownHooks({ hooks, keys, findings, files }: HooksLook, facts: ShownFacts): readonly ShownHook[] {
  return hooks.map((resolved): ShownHook => {
    const { known } = resolved;
    const { hook, file, source } = known;
    const own = findings.filter((finding) => finding.hook === hook.id && finding.file === file).toSorted(byGravity);
    const isWrong = hook.enabled && own.some(({ severity }) => severity === 'error');
    const state = hookStateOf(resolved, keys);
    const place = files[source]?.places.locate(hook.id);
    const lastRun = facts.lastOf(hook.id);
    const nextRun = hook.enabled && hasSchedule(known) ? facts.findNextRun(hook.trigger, facts.now) : undefined;
    return {
      resolved,
      state: isWrong && state !== 'invalid: unknown server' ? 'invalid' : state,
      findings: own,
      ...(place === undefined ? {} : { place: { line: place.line, column: place.column } }),
      ...(lastRun === undefined ? {} : { lastRun }),
      ...(nextRun === undefined ? {} : { nextRun }),
    };
  });
}

function byGravity(one: HooksFinding, other: HooksFinding): number {
  return Number(other.severity === 'error') - Number(one.severity === 'error');
}
