import { hasSchedule, type FindNextRun, type KnownHook, type RunRecord } from '@toolyard/hooks';
import { hookStateOf, serverKeysOf, type HooksFinding, type HooksLook, type ResolvedHook } from '@toolyard/host/hooks';
import type { ShownHook } from './folder.ts';

/** What is known besides the files. */
export interface ShownFacts {
  readonly now: number;
  readonly findNextRun: FindNextRun;
  lastOf(hook: string): RunRecord | undefined;
}

/** The hooks as people see them, in the order of the files. */
export function toShownHooks(look: HooksLook, facts: ShownFacts): readonly ShownHook[] {
  return look.hooks.map((resolved): ShownHook => {
    const { known } = resolved;
    const { hook, source } = known;
    const findings = findingsOf(known, look);
    const place = look.files[source]?.places.locate(hook.id);
    const lastRun = facts.lastOf(hook.id);
    const nextRun = hook.enabled && hasSchedule(known) ? facts.findNextRun(hook.trigger, facts.now) : undefined;
    return {
      resolved,
      state: stateOf(resolved, look, findings),
      findings,
      ...(place === undefined ? {} : { place: { line: place.line, column: place.column } }),
      ...(lastRun === undefined ? {} : { lastRun }),
      ...(nextRun === undefined ? {} : { nextRun }),
    };
  });
}

function stateOf(resolved: ResolvedHook, look: HooksLook, findings: readonly HooksFinding[]): ShownHook['state'] {
  const { hook } = resolved.known;
  const isWrong = hook.enabled && findings.some(({ severity }) => severity === 'error');
  if (isWrong && isWithoutServers(resolved.known, look)) return 'invalid';
  const state = hookStateOf(resolved, look.keys);
  return isWrong && state !== 'invalid: unknown server' ? 'invalid' : state;
}

/** Errors first. */
function findingsOf(known: KnownHook, look: HooksLook): readonly HooksFinding[] {
  const { hook, file, source } = known;
  const own = look.findings.filter((finding) => finding.hook === hook.id && finding.file === file);
  if (look.problem === undefined || !isWithoutServers(known, look)) return own.toSorted(byGravity);
  const { line = 1, column = 1 } = look.files[source]?.places.locate(hook.id) ?? {};
  const message = `Its server is not known, because the configuration cannot be read: ${look.problem.message}`;
  const unknown = { file, line, column, path: '$', message, severity: 'error', code: 'invalid_schema' } as const;
  return [unknown, ...own.toSorted(byGravity)];
}

/** Whether nobody can say which servers a hook means; then it is refused, unless it is the user's own and its servers are known from before. */
function isWithoutServers(known: KnownHook, { problem, keys }: HooksLook): boolean {
  const wanted = serverKeysOf(known);
  if (problem === undefined || wanted.length === 0) return false;
  return known.source === 'workspace' || wanted.some((key) => !keys.includes(key));
}

function byGravity(one: HooksFinding, other: HooksFinding): number {
  return Number(other.severity === 'error') - Number(one.severity === 'error');
}
