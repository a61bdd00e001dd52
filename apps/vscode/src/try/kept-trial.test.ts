import { expect, it } from 'vitest';
import { parseKeptTrial, toKeptTrial } from './kept-trial.ts';

const subject = { folder: '/shop', server: 'mail', tool: 'login' };

it('keeps what was typed, without what looks like a secret', () => {
  const text = toKeptTrial({
    subject,
    state: { inputs: { user: 'ann', password: 'hunter22', list: ['a'], note: '{"api_key": "s3cr3t-of-ann"}' } },
    history: [
      { id: '1', values: { user: 'ann' }, title: 'Done in 1 ms' },
      { id: '2', values: { user: 'ann', login: { password: 'hunter22' } }, title: 'Done in 2 ms' },
    ],
  });
  expect(text).not.toMatch(/hunter22|s3cr3t/);
  expect(parseKeptTrial(text)).toEqual({
    subject,
    state: { inputs: { user: 'ann', list: ['a'] } },
    history: [{ id: '1', values: { user: 'ann' }, title: 'Done in 1 ms' }],
  });
});

it('keeps arguments as JSON where no secret is in them, also while they are typed', () => {
  const keep = (json: string): unknown => parseKeptTrial(toKeptTrial({ subject, state: { inputs: {}, json } }))?.state;
  for (const json of ['{"user": "ann"}', '{"user": "an']) expect(keep(json)).toEqual({ inputs: {}, json });
  for (const json of ['{"password": "hunter22"}', '{"password": "hunter22"']) {
    expect(keep(json)).toEqual({ inputs: {}, json: '{}' });
  }
});
