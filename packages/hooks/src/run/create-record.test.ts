import { expect, it } from 'vitest';
import { createRecord } from './create-record.ts';
import type { OpenRun } from './open-run.ts';

/** A run of an event with these values, as far as a record looks at it. */
function createRun(context: Readonly<Record<string, unknown>>): OpenRun {
  const event = { id: 'e', name: 'manual', at: 0, context, chain: [] };
  return {
    plan: { id: 'r', hook: 'h' },
    event,
    eventIds: ['e'],
    queuedAt: 0,
    startedAt: 0,
    repeated: false,
  } as unknown as OpenRun;
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
    } as Parameters<typeof createRecord>[0]['end'],
    endedAt: 5,
    redact: (value) => value,
  });
  const text = JSON.stringify(record);
  for (const hidden of [secret, 'other-secret-1', Buffer.from(secret).toString('base64')])
    expect(text).not.toContain(hidden);
  expect(record.arguments).toEqual({ text: 'login *** *** shown' });
  expect(record.event.context).toMatchObject({ data: { plain: 'shown' } });
});
