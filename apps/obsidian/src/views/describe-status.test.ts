import { expect, it } from 'vitest';
import { toStatusLabel, toStatusText, toStatusTone, type YardStatus } from './describe-status.ts';

const IDLE: YardStatus = { servers: [], calls: 0, isStopped: false };
const THREE: YardStatus = {
  ...IDLE,
  servers: [
    { name: 'a', state: 'running' },
    { name: 'b', state: 'running' },
    { name: 'c', state: 'auto-disabled' },
  ],
};

it('counts the servers that are connected, of all', () => {
  expect(toStatusText(THREE)).toBe('2/3 servers');
  expect(toStatusText(IDLE)).toBe('0/0 servers');
});

it('adds calls and that they are stopped, where that is so', () => {
  expect(toStatusText({ ...THREE, calls: 1 })).toBe('2/3 servers · 1 call');
  expect(toStatusText({ ...THREE, calls: 2, isStopped: true })).toBe('2/3 servers · 2 calls · stopped');
});

it('says all of it in sentences, with the servers that need a person', () => {
  expect(toStatusLabel({ ...THREE, calls: 2, isStopped: true })).toBe(
    'Toolyard: 2 of 3 servers connected. c: Turned off after repeated failures. 2 calls run. Calls are stopped. Open details.',
  );
  expect(toStatusLabel({ ...IDLE, servers: [{ name: 'a', state: 'idle', block: 'changed' }] })).toBe(
    'Toolyard: 0 of 1 server connected. a: Changed, and not approved on this device. Open details.',
  );
  expect(toStatusLabel(IDLE)).toBe('Toolyard: there are no servers yet. Open details.');
});

it('is marked where a server does not work that should', () => {
  expect(toStatusTone(THREE)).toBe('bad');
  expect(toStatusTone({ servers: [{ name: 'a', state: 'idle', block: 'changed' }] })).toBe('good');
});
