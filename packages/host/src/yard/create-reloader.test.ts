import { ToolyardError } from '@toolyard/core';
import {
  createConfiguration,
  createFakeClock,
  createFakeServerMemory,
  createMemoryLog,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { ConfigurationForms } from '../configuration/bind-memory.ts';
import type { OpenConfiguration } from '../configuration/open-configuration.ts';
import { createReloader, type Reloader } from './create-reloader.ts';

interface Bench {
  readonly reloader: Reloader;
  readonly lines: () => readonly string[];
  readonly applied: ConfigurationForms[];
  readonly clock: ReturnType<typeof createFakeClock>;
  /** What each reading was asked for. */
  readonly readings: (string | undefined)[];
}

function createBench(read: OpenConfiguration['reload']): Bench {
  const log = createMemoryLog();
  const applied: ConfigurationForms[] = [];
  const clock = createFakeClock();
  const readings: (string | undefined)[] = [];
  const reloader = createReloader({
    opened: {
      file: '/c.json',
      reload(switches) {
        readings.push(switches.switchingOn);
        return read(switches);
      },
    },
    memory: createFakeServerMemory(),
    log,
    clock,
    apply: async (forms) => void applied.push(forms),
  });
  return { reloader, applied, readings, clock, lines: () => log.lines.map(({ text }) => text) };
}

const configuration = createConfiguration({ a: {} });
const forms = { configuration, asWritten: configuration };

describe('createReloader', () => {
  it('applies what it read and tells the warnings', async () => {
    const bench = createBench(async () => ({ ...forms, warnings: ['odd'] }));
    await bench.reloader.reload();
    expect(bench.applied).toEqual([forms]);
    expect(bench.lines()).toEqual(['odd']);
  });

  it('reads once for all that was asked for while it was reading', async () => {
    const bench = createBench(async () => ({ ...forms, warnings: [] }));
    const first = bench.reloader.reload();
    await Promise.all([first, ...Array.from({ length: 10 }, () => bench.reloader.reload())]);
    expect(bench.readings.length).toBeLessThanOrEqual(2);
    expect(bench.applied.length).toBe(bench.readings.length);
  });

  it('changes nothing where the file is wrong, and tells the same problem once', async () => {
    let message = 'wrong here\nwrong there';
    const bench = createBench(() => Promise.reject(new ToolyardError('config-invalid', message)));
    await bench.reloader.reload();
    expect(bench.reloader.problem()).toBe('Keeping the running configuration: wrong here\nwrong there');
    await bench.reloader.reload();
    message = 'wrong in another way';
    await bench.reloader.reload();
    expect(bench.applied).toEqual([]);
    expect(bench.lines()).toEqual([
      'Keeping the running configuration: wrong here',
      'wrong there',
      'Keeping the running configuration: wrong in another way',
    ]);
  });

  it('says that a file has to be approved in its new form, and applies it as soon as it is', async () => {
    let isApproved = false;
    const bench = createBench(() =>
      isApproved
        ? Promise.resolve({ ...forms, warnings: [] })
        : Promise.reject(new ToolyardError('config-not-approved', 'no')),
    );
    await bench.reloader.reload();
    bench.clock.advance(1000);
    await waitUntil(() => bench.readings.length === 2);
    expect(bench.applied).toEqual([]);
    isApproved = true;
    await waitUntil(() => {
      bench.clock.advance(1000);
      return bench.applied.length > 0;
    });
    expect(bench.reloader.problem()).toBeUndefined();
    expect(bench.lines()).toEqual([
      '/c.json changed and the change is not approved, so the running configuration is kept. ' +
        'Run "toolyard approve" to apply it.',
    ]);
  });

  it('reads no more once it is stopped', async () => {
    const bench = createBench(async () => ({ ...forms, warnings: [] }));
    await bench.reloader.stop();
    await bench.reloader.reload();
    expect(bench.applied).toEqual([]);
  });

  it('tells whoever wants to switch a server on what is wrong with the file, and goes on', async () => {
    let isBroken = true;
    const bench = createBench(() =>
      isBroken
        ? Promise.reject(new ToolyardError('config-invalid', 'not right'))
        : Promise.resolve({ ...forms, warnings: [] }),
    );
    await expect(bench.reloader.prepare('a')).rejects.toThrow('not right');
    isBroken = false;
    await bench.reloader.prepare('a');
    expect(bench.readings).toEqual(['a', 'a']);
    expect(bench.applied).toEqual([forms]);
  });
});
