import { describe, expect, it } from 'vitest';
import { HELP, parseOptions } from './options.mjs';

describe('the options', () => {
  it('mean a whole run with peers where there are none', () => {
    expect(parseOptions([])).toMatchObject({
      sections: ['relay', 'start', 'scale', 'memory'],
      isWhole: true,
      'no-peers': false,
      problem: undefined,
    });
  });

  it('name sections', () => {
    expect(parseOptions(['cpu', '--guard'])).toMatchObject({ sections: ['cpu'], isWhole: false, problem: undefined });
  });

  it.each([
    [['speed'], 'There is no section "speed". There are: relay, start, scale, memory, cpu.'],
    [['--fast'], "Unknown option '--fast'."],
    [['--peers'], "Unknown option '--peers'."],
    [['--chart'], "Option '--chart <value>' argument missing"],
    [['--rounds', '0'], '--rounds takes a number from 1 on, not "0".'],
    [['--rounds', 'x'], '--rounds takes a number from 1 on, not "x".'],
    [['--full', '--quick'], '--full and --quick exclude each other.'],
    [['--chart', 'no/such/folder/x.svg'], '--chart: there is no folder "no/such/folder".'],
    [['--from', 'no-such-file.json'], '--from: there is no file "no-such-file.json".'],
    [['--quick', '--guard'], '--guard needs more than --quick measures.'],
    [['--quick', '--record'], '--record needs more than --quick measures.'],
    [['--publish', '--no-peers'], '--publish needs a whole run: leave out the sections and --no-peers.'],
    [['--publish', 'relay'], '--publish needs a whole run: leave out the sections and --no-peers.'],
  ])('%j are refused', (args, problem) => {
    expect(parseOptions(args).problem).toBe(problem);
  });
});

describe('the help', () => {
  it('fits into 100 columns', () => {
    expect(HELP.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });
});
