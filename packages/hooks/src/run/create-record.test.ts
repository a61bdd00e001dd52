import { expect, it } from 'vitest';
import { createRecord } from './create-record.ts';
import type { HookEvent } from '../event/hook-event.ts';
import { openRun, type OpenRun } from './open-run.ts';

/** A run of an event with these values. */
function createRun(context: HookEvent['context']): OpenRun {
  const event: HookEvent = { id: 'e', name: 'manual', at: 0, context, chain: [] };
  return openRun({ plan: { id: 'r', hook: 'h' }, events: [event], known: undefined, queuedAt: 0 });
}

it('keeps nothing that the event has under the name of a secret, wherever it stands', () => {
  const secret = 'hunter2hunter2';
  const record = createRecord({
    run: createRun({ data: { password: secret, nested: { api_key: ['other-secret-1'] }, plain: 'shown' } }),
    end: {
      status: 'success',
      attempts: 1,
      reason: `it said ${secret}`,
      arguments: { text: `login ${secret} other-secret-1 shown` },
      result: { stdout: Buffer.from(secret).toString('base64') },
    },
    endedAt: 5,
    redact: (value) => value,
  });
  const text = JSON.stringify(record);
  for (const hidden of [secret, 'other-secret-1', Buffer.from(secret).toString('base64')])
    expect(text).not.toContain(hidden);
  expect(record.arguments).toEqual({ text: 'login *** *** shown' });
  expect(record.event.context).toMatchObject({ data: { plain: 'shown' } });
});
