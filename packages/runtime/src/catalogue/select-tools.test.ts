import * as fc from 'fast-check';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { selectTools } from './select-tools.ts';

function select(names: readonly string[], selection: { include?: string[]; exclude?: string[] }): string[] {
  const tools = names.map((name) => ({ name }));
  return selectTools(tools, { exclude: [], rename: {}, ...selection }).map(({ name }) => name);
}

const names = ['read_file', 'write_file', 'list/all', 'Read_File', 'a.b', 'größe', '😀'];

describe('selectTools', () => {
  it('keeps all tools where nothing is included or excluded', () => {
    expect(select(names, {})).toEqual(names);
  });

  it('keeps none where the include list is empty', () => {
    expect(select(names, { include: [] })).toEqual([]);
  });

  it('keeps the order of the tools, not of the globs', () => {
    expect(select(names, { include: ['write_file', 'read_file'] })).toEqual(['read_file', 'write_file']);
  });

  it('lets exclude win', () => {
    expect(select(names, { include: ['*_file'], exclude: ['write*'] })).toEqual(['read_file']);
  });

  it.each([
    ['*', ['read_file', 'write_file', 'list/all', 'Read_File', 'a.b', 'größe', '😀']],
    ['list*', ['list/all']],
    ['read_*', ['read_file']],
    ['?', ['😀']],
    ['gr??e', ['größe']],
    ['a?b', ['a.b']],
    ['a.?', ['a.b']],
    ['.*', []],
    ['[ar]*', []],
    ['{a,b}', []],
    ['**file', ['read_file', 'write_file']],
    ['*e*i*e', ['read_file', 'write_file', 'Read_File']],
    ['', []],
  ])('takes with %j exactly %j', (glob, expected) => {
    expect(select(names, { include: [glob] })).toEqual(expected);
  });

  it('agrees with the same glob written as a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (name, glob) => {
        const source = glob.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(select([name], { include: [glob] })).toEqual(new RegExp(`^${source}$`, 's').test(name) ? [name] : []);
      }),
      { numRuns: 2000 },
    );
  });

  it('decides about a hostile name at once', () => {
    const cpuMs = startCpuClock();
    expect(select(['a'.repeat(10_000)], { include: [`${'*a'.repeat(50)}*b`] })).toEqual([]);
    expect(cpuMs()).toBeLessThan(500);
  });
});
