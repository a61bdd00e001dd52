import { createMemoryLog } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { Notice } from '../ports/host.ts';
import { meetRunning } from './meet-running.ts';

const OWN = { version: '0.2.0', protocol: 1 };
const NAME = 'The Toolyard that runs /c.json';

const DOWN = 'toolyard down --config /c.json';

function meet(...abouts: readonly unknown[]): string[] {
  const log = createMemoryLog();
  for (const about of abouts) meetRunning({ name: NAME, about, down: DOWN }, OWN, log);
  return log.at('warning');
}

it('tells of each running program once, and how to end it', () => {
  const first = { version: '0.1.0', protocol: 1, pid: 1, isBackground: true };
  const second = { ...first, pid: 2, isBackground: false };
  const met = 'is version 0.1.0, and this is version 0.2.0. They work together. To use the newer version for both,';
  expect(meet(first, first, second, first)).toEqual([
    `${NAME} (process 1) ${met} stop the running one with "${DOWN}", restart your clients, and start it again.`,
    `${NAME} (process 2) ${met} stop the running one where it was started, restart your clients, and start it again.`,
  ]);
});

it('tells each host and each log', () => {
  const about = { version: '0.1.0', protocol: 1, pid: 4 };
  const notices: Notice[] = [];
  const notify = (notice: Notice): void => void notices.push(notice);
  for (const host of [{ notify }, { notify }]) {
    for (let time = 0; time < 2; time++) meetRunning({ name: NAME, about, down: DOWN }, OWN, host);
  }
  expect(notices).toHaveLength(2);
  expect(notices[0]).toEqual({ level: 'warning', message: expect.stringContaining('is version 0.1.0') });
  expect([...meet(about), ...meet(about)]).toHaveLength(2);
});

it('tells nothing of one of the same version', () => {
  expect(meet({ ...OWN, pid: 3 })).toEqual([]);
});

it('refuses another protocol each time', () => {
  for (let time = 0; time < 2; time++) {
    expect(() => meet({ version: '0.1.0', protocol: 2 })).toThrow(/cannot work together/);
  }
});

it.each([undefined, null, 'x', [], {}, { version: 1, protocol: '2', pid: 'x', isBackground: 'yes' }])(
  'takes one that tells %j for an older one of the first protocol',
  (about) => {
    expect(meet(about)).toEqual([
      `${NAME} is an older version, and this is version 0.2.0. They work together. ` +
        'To use the newer version for both, stop the running one where it was started, restart your clients, and start it again.',
    ]);
  },
);
