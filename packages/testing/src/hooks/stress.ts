import type { EventName, NewEvent, RunRecord } from '@toolyard/hooks';

/** A hook of a stress test as a file has it. */
export type StressHook = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly trigger: Readonly<Record<string, unknown>> & { readonly event: EventName };
};

/** Ends of hooks that another hook may stand in for. */
const BAD_ENDS = ['error', 'timeout', 'cancelled', 'interrupted', 'skipped'];

/** Hooks for events of every kind, of every policy, on servers `good`, `mortal`, `stuck`, `noisy` and, which is not there, `gone`. */
export const STRESS_HOOKS: readonly StressHook[] = [
  toHook('notes', { event: 'manual' }, 'good:note'),
  toHook('puts', { event: 'manual' }, 'good:put'),
  toHook('off', { event: 'manual' }, 'good:note', { enabled: false }),
  toHook('drops', { event: 'webhook' }, 'good:slow', { policy: 'drop' }),
  toHook('replaces', { event: 'webhook' }, 'good:slow', { policy: 'replace' }),
  toHook('debounces', { event: 'webhook' }, 'noisy:note', { policy: 'debounce', debounceMs: 100 }),
  toHook('hangs', { event: 'schedule', cron: '0 0 1 1 *' }, 'stuck:hang'),
  toHook('dies', { event: 'schedule', cron: '0 0 1 1 *' }, 'mortal:die'),
  toHook('fails', { event: 'task.ended' }, 'good:fail'),
  toHook('bigs', { event: 'task.ended' }, 'good:big'),
  toHook('noisy', { event: 'agent' }, 'noisy:put'),
  toHook('gone', { event: 'agent' }, 'gone:note'),
  toHook('unlike', { event: 'terminal.ended', if: { branch: 'never' } }, 'good:note'),
  toHook('lacks', { event: 'diagnostics.changed' }, 'good:note', { text: '{data.missing}' }),
  toHook(
    'stands-in',
    { event: 'hook.ended', if: { hook: ['hangs', 'dies', 'gone', 'fails'], status: BAD_ENDS } },
    'good:note',
  ),
  toHook('goes-on', { event: 'hook.ended', if: { hook: 'stands-in' } }, 'good:put'),
];

/** The kinds of events that are entered; those of files and git are made, and ends of hooks come by themselves. */
const KINDS: readonly EventName[] = [
  'manual',
  'webhook',
  'schedule',
  'task.ended',
  'agent',
  'terminal.ended',
  'diagnostics.changed',
];

/** So many events of all kinds, each with an id. */
export function createStressEvents(count: number): readonly (NewEvent & { readonly id: string })[] {
  return Array.from({ length: count }, (_, index) => {
    const name = KINDS[(index * 5 + Math.floor(index / 7)) % KINDS.length] ?? 'manual';
    return { name, id: `event-${index}`, values: { path: `notes/${index % 23}.md`, data: { n: index } } };
  });
}

/** An event as far as it has to be accounted for. */
export type StressEvent = Pick<NewEvent, 'name'> & { readonly id: string };

/**
 * Every event of which a hook has not exactly one record, and every record that does not say why it did not succeed; each end of a run is an
 * event too.
 */
export function findUnaccounted(
  records: readonly RunRecord[],
  events: readonly StressEvent[],
  hooks: readonly StressHook[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { hook, event } of records) {
    const key = `${hook} ${event.id}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const ends = records.filter(isEnded).map(({ id }): StressEvent => ({ name: 'hook.ended', id: `ended-${id}` }));
  const ids = records.map(({ id }) => id);
  return [
    ...[...events, ...ends].flatMap(({ name, id }) =>
      hooks
        .filter(({ trigger }) => trigger.event === name)
        .filter((hook) => counts.get(`${hook.id} ${id}`) !== 1)
        .map((hook) => `${hook.id} has ${counts.get(`${hook.id} ${id}`) ?? 0} records of ${name} ${id}`),
    ),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two records`),
    ...records
      .filter(({ status, reason = '' }) => status !== 'success' && reason === '')
      .map(({ id }) => `${id} has no reason`),
  ];
}

/** Whether the end of a run is told to the hooks that wait for that. */
function isEnded({ status, unavailable }: RunRecord): boolean {
  return status === 'skipped' ? unavailable === true : status !== 'refused';
}

function toHook(
  id: string,
  trigger: StressHook['trigger'],
  target: string,
  { text = '{event} {data.n}', ...more }: { readonly text?: string } & Readonly<Record<string, unknown>> = {},
): StressHook {
  const [serverId, toolName] = target.split(':');
  const parameterMappings = [{ toolParam: 'text', source: 'template', value: text }];
  const parameters = { serverId, toolName, parameterMappings, timeout: 1000 };
  return { id, trigger, action: { type: 'mcp', parameters }, ...more };
}
