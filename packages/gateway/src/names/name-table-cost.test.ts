import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { Naming } from '@toolyard/core';
import { createNameTable, type NameTable } from './create-name-table.ts';

type Tools = Readonly<Record<string, readonly string[]>>;

function createTable(tools: Tools, naming: Naming = 'safe'): NameTable {
  const table = createNameTable({ servers: Object.keys(tools).map((key) => ({ key, naming, rename: {} })) });
  for (const [key, names] of Object.entries(tools)) table.setServer(key, names);
  return table;
}

function namesOf(tools: readonly string[]): readonly (string | undefined)[] {
  const table = createTable({ x: tools });
  return tools.map((tool) => table.exposedName(`x:${tool}`));
}

describe('200 servers with 50 tools each', () => {
  const tools: Tools = Object.fromEntries(
    Array.from({ length: 200 }, (_, server) => [
      `server-${server}`,
      Array.from({ length: 50 }, (_, tool) => `tool ${tool}`),
    ]),
  );

  // Ratios, since the time of a busy machine says nothing.
  it.each(['safe', 'none'] as const)('are named, and one server again at a fraction of that, under %s', (naming) => {
    const whole = shortest(2, () => createTable(tools, naming));
    const table = createTable(tools, naming);
    const one = shortest(5, () => table.setServer('server-100', tools['server-100'] ?? []));
    expect(one).toBeLessThan(whole / 20);
  });
});

describe('10,000 tools of one server that clean to one name', () => {
  it('are named in a time that grows with their number, not with its square', () => {
    const symbols = Array.from({ length: 10_000 }, (_, index) =>
      index.toString(2).padStart(14, '0').replaceAll('0', '!').replaceAll('1', '?'),
    );
    const tenth = shortest(3, () => namesOf(symbols.slice(0, 1000)));
    const whole = shortest(2, () => namesOf(symbols));
    expect(whole).toBeLessThan(tenth * 50);
    expect(new Set(namesOf(symbols)).size).toBe(10_000);
  });
});

function shortest(times: number, action: () => unknown): number {
  const durations = Array.from({ length: times }, () => {
    const cpuMs = startCpuClock();
    action();
    return cpuMs();
  });
  return Math.min(...durations);
}
