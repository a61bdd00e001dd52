import { createDockerServer } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { refuseClaim } from './claim-name.ts';
import { createOwner } from './container-owner.ts';

const OWN = { 'dev.toolyard': 'true', 'dev.toolyard.configuration': 'c1', 'dev.toolyard.key': 'box' };
const DEAD = createOwner(999_999_999);
const ME = 'me/1/1';

function claim(labels: Record<string, string>, isInUse = false): string | undefined {
  const holder = { id: 'a', name: 'n', image: 'web:1', state: 'running', labels, ports: [] };
  const server = createDockerServer();
  return refuseClaim({ server, name: 'n', holder, configuration: 'c1', owner: ME, isInUse })?.message;
}

it('may take the name of a container that an earlier run on the same configuration left', () => {
  expect(claim({ ...OWN, 'dev.toolyard.owner': DEAD })).toBeUndefined();
  expect(claim({ ...OWN, 'dev.toolyard.owner': DEAD, 'dev.toolyard.key': 'old' })).toBeUndefined();
  expect(claim(OWN)).toBeUndefined();
});

it('may take the name of a container of this process that is not used any more', () => {
  expect(claim({ ...OWN, 'dev.toolyard.owner': ME })).toBeUndefined();
});

it.each([
  [
    'a stranger',
    {},
    `the container name "n" is in use by a container that is not Toolyard's (image "web:1"). Choose another "containerName", or remove that container: docker rm -f n`,
  ],
  [
    'a stranger with a label that looks like ours',
    { 'dev.toolyard.configuration': 'c1', 'dev.toolyard.owner': DEAD },
    `the container name "n" is in use by a container that is not Toolyard's (image "web:1"). Choose another "containerName", or remove that container: docker rm -f n`,
  ],
  [
    'another configuration',
    { ...OWN, 'dev.toolyard.configuration': 'c2', 'dev.toolyard.owner': DEAD },
    'the container name "n" is in use by server "box" of another configuration. Choose another "containerName".',
  ],
  [
    'a Toolyard that cannot be seen from here',
    { ...OWN, 'dev.toolyard.owner': 'elsewhere/boot:1/1/1' },
    `the container name "n" is in use by another Toolyard on this configuration (on another machine, or in another container or sandbox). Stop that, or leave "containerName" out.`,
  ],
  [
    'a Toolyard that runs',
    { ...OWN, 'dev.toolyard.owner': createOwner(process.ppid) },
    `the container name "n" is in use by another Toolyard on this configuration (process ${process.ppid}). Stop that, or leave "containerName" out.`,
  ],
])('leaves the name to %s', (_who, labels, message) => {
  expect(claim(labels)).toBe(message);
});

it('leaves the name to a container of this process that is used', () => {
  expect(claim({ ...OWN, 'dev.toolyard.owner': ME, 'dev.toolyard.key': 'other' }, true)).toBe(
    'the container name "n" is in use by server "other". Choose another "containerName".',
  );
  expect(claim({ ...OWN, 'dev.toolyard.owner': ME }, true)).toBe(
    'the container name "n" is in use by another copy of this server. Remove "containerName" to run several.',
  );
});
