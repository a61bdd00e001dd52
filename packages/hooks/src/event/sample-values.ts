import type { EventName } from '../hook/hook.ts';
import { valuesOfEvent } from './values-of-event.ts';

const FILE = 'specs/checkout/spec.md';
const TIME = '2026-03-02T09:00:00.000Z';

/** One likely value for every name that an event can have. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  path: FILE,
  paths: [FILE, 'specs/checkout/plan.md'],
  oldPath: 'specs/checkout/draft.md',
  commit: '3f6c1d2a9b8e7f60514233241506172839405162',
  message: 'feat: pay by invoice',
  oldBranch: 'main',
  remote: 'origin',
  hook: 'announce',
  status: 'success',
  reason: 'The tool answered.',
  result: { text: 'Posted to #specs', id: 42 },
  agent: 'speckit',
  operation: 'specify',
  timing: 'after',
  scheduled: TIME,
  missed: 0,
  task: 'npm test',
  exitCode: 1,
  signal: 'SIGTERM',
  command: 'npm test',
  cwd: '/home/ada/shop',
  ms: 5300,
  errors: 2,
  warnings: 1,
  headers: { 'content-type': 'application/json' },
  data: { ticket: 'SHOP-7' },
};

/** What the end of a hook and a webhook without an address mostly bring along. */
const FREE: Partial<Readonly<Record<EventName, readonly string[]>>> = {
  'hook.ended': ['hook', 'status', 'reason', 'result', 'path'],
  webhook: ['hook', 'data', 'headers'],
};

/**
 * Realistic values of an event, for a preview where none has happened: one for every name that its hooks can use, but for those that
 * the context has of any event, such as the user.
 */
export function sampleValues(event: EventName): Readonly<Record<string, unknown>> {
  const known = valuesOfEvent({ event, ...(event.startsWith('file.') && { batch: true }) });
  const names = (known ?? FREE[event] ?? []).filter((name) => Object.hasOwn(SAMPLES, name));
  return Object.fromEntries(names.map((name) => [name, SAMPLES[name]]));
}
