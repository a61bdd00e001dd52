import type { ServerState, ServerStatus } from '@toolyard/core';
import { expect, it } from 'vitest';
import { describeServerEvent } from './describe-server-event.ts';

const PORT = 'port 39001 is taken by another program. Stop that, or choose another port in "ports" and "url".';

function describeChange(status: Partial<ServerStatus>, before?: ServerState): string | undefined {
  const whole: ServerStatus = { key: 'web', state: 'retrying', tools: 0, failures: 1, ...status };
  return describeServerEvent({ type: 'server-changed', status: whole }, before)?.message;
}

it('FR-040: says that a server was auto-disabled, why, and how to use it again', () => {
  expect(
    describeServerEvent({ type: 'server-auto-disabled', key: 'web', reason: 'exited with code 3' }, undefined),
  ).toEqual({
    kind: 'auto-disabled',
    server: 'web',
    message:
      'Server "web" was auto-disabled after repeated failures: exited with code 3. Fix that, then switch it on in the settings of Toolyard.',
  });
});

it('FR-042: names the port that is taken, and who has it', () => {
  expect(describeChange({ phase: 'startup', reason: PORT }, 'starting')).toBe(`Server "web" did not start: ${PORT}`);
});

it('says that a server that ran stopped working', () => {
  expect(describeChange({ phase: 'runtime', reason: 'exited with code 137 (SIGKILL)' }, 'running')).toBe(
    'Server "web" stopped working: exited with code 137 (SIGKILL). It is restarted.',
  );
});

it('leaves it to the block to say that a server does not start, and says nothing of what goes well', () => {
  expect(describeChange({ phase: 'startup', reason: 'exited with code 3' }, 'starting')).toBeUndefined();
  expect(describeChange({ phase: 'runtime', reason: 'dropped' }, 'starting')).toBeUndefined();
  expect(describeChange({ state: 'running' }, 'starting')).toBeUndefined();
  expect(describeChange({ state: 'disabled' }, 'running')).toBeUndefined();
  expect(describeServerEvent({ type: 'configuration-changed' }, undefined)).toBeUndefined();
});
