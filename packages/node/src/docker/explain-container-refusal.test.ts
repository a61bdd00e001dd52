import { createDockerServer } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { explainContainerRefusal, isPortConflict } from './explain-container-refusal.ts';
import type { ListedContainer } from './parse-docker-reply.ts';

const HOLDER: ListedContainer = { id: 'a', name: 'shop', image: 'web:1', state: 'running', labels: {}, ports: [39001] };

function explain(
  message: string,
  status = 500,
  running: readonly ListedContainer[] = [],
): { readonly code: string; readonly text: string } {
  const server = createDockerServer({ ports: { '3001': 39001, '3002': 39002 } });
  const { code, message: text } = explainContainerRefusal({
    server,
    reply: { status, message, body: undefined },
    running,
  });
  return { code, text };
}

it.each([
  'driver failed programming external connectivity on endpoint x (0a): Bind for 127.0.0.1:39001 failed: port is already allocated',
  'driver failed programming external connectivity on endpoint x (0a): Error starting userland proxy: listen tcp4 127.0.0.1:39001: bind: address already in use',
  'failed to set up container networking: driver failed programming external connectivity on endpoint x: failed to bind host port for 127.0.0.1:39001:172.17.0.2:3001/tcp: address already in use',
  'Ports are not available: exposing port TCP 127.0.0.1:39001 -> 127.0.0.1:0: listen tcp 127.0.0.1:39001: bind: address already in use',
  'rootlessport listen tcp 127.0.0.1:39001: bind: address already in use',
])('tells which port is taken, and by whom: %s', (message) => {
  expect(explain(message, 500, [HOLDER])).toEqual({
    code: 'server-start-failed',
    text: 'port 39001 is taken by container "shop" (image "web:1"). Stop that, or choose another port in "ports" and "url".',
  });
  expect(explain(message)).toEqual({
    code: 'server-start-failed',
    text: 'port 39001 is taken by another program. Stop that, or choose another port in "ports" and "url".',
  });
  expect(isPortConflict(explain(message).text)).toBe(true);
});

it.each([
  [
    'failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "nosuch": executable file not found in $PATH: unknown',
    'image "mcp/box" has no program "nosuch". Correct "command" in "docker".',
  ],
  [
    'invalid mount config for type "bind": bind source path does not exist: /home/you/none',
    'its mount source "/home/you/none" does not exist. Create it or correct "mounts" in "docker".',
  ],
  [
    'container create: unable to find network with name or ID shop: network not found',
    'there is no network "shop". Create it or correct "network" in "docker".',
  ],
  ['network shop not found', 'there is no network "shop". Create it or correct "network" in "docker".'],
  [
    'Minimum memory limit allowed is 6MB.',
    'Docker refused its container: Minimum memory limit allowed is 6MB. Check "docker" in its configuration.',
  ],
])('says what is wrong in the configuration: %s', (message, text) => {
  expect(explain(message, 400)).toEqual({ code: 'server-misconfigured', text });
});

it('passes on what it does not know, as something that may pass', () => {
  expect(explain('no space left on device')).toEqual({
    code: 'server-start-failed',
    text: 'Docker refused its container: no space left on device. Check "docker" in its configuration.',
  });
  expect(isPortConflict(explain('no space left on device').text)).toBe(false);
  expect(explain('', 503)).toMatchObject({ text: expect.stringContaining('it answered with status 503') });
});
