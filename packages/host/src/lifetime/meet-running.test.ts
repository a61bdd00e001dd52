import { expect, it } from 'vitest';
import { meetRunning } from './meet-running.ts';

const OWN = { version: '0.2.0', protocol: 1 };
const NAME = 'The Toolyard that runs /c.json';

function meet(...abouts: readonly unknown[]): string[] {
  const told: string[] = [];
  for (const about of abouts) meetRunning({ name: NAME, about }, OWN, (message) => told.push(message));
  return told;
}

it('tells of each running program once, and how to end it', () => {
  const first = { version: '0.1.0', protocol: 1, pid: 1, isBackground: true };
  const second = { ...first, pid: 2, isBackground: false };
  const met = 'is version 0.1.0, and this is version 0.2.0. They work together. To use the newer version for both,';
  expect(meet(first, first, second, first)).toEqual([
    `${NAME} (process 1) ${met} stop the running one with "toolyard down" and start it again.`,
    `${NAME} (process 2) ${met} stop the running one where it was started and start it again.`,
  ]);
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
    const told: string[] = [];
    const name = `One that tells ${JSON.stringify(about)}`;
    meetRunning({ name, about }, OWN, (message) => told.push(message));
    expect(told).toEqual([
      `${name} is an older version, and this is version 0.2.0. They work together. ` +
        'To use the newer version for both, stop the running one where it was started and start it again.',
    ]);
  },
);
