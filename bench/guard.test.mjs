import { describe, expect, it } from 'vitest';
import { judge } from './bars.mjs';
import { addToRecord, compareWithRecord } from './guard.mjs';

const cost = (value) => ({ id: 'cost', label: 'CPU of a call', value, max: 2 });
const speed = (value) => ({ id: 'speed', label: 'throughput', value, min: 0.5 });
const yardstick = (value) => ({ id: 'yardstick', label: 'bare relay', value });
const leftover = (value) => ({ id: 'leftover', label: 'heap left', value, max: 3, noise: 0.5 });
const record = { cost: 1.5, speed: 0.8, yardstick: 4, leftover: 0.1 };

describe('the guard', () => {
  it.each([
    ['what costs 24 % more', cost(1.5 * 1.24)],
    ['what costs less', cost(0.5)],
    ['what is slower by 24 %', speed(0.8 * 0.76)],
    ['what is faster', speed(1.6)],
    ['a yardstick that costs 24 % more', yardstick(4 * 1.24)],
    ['a yardstick that costs 24 % less', yardstick(4 * 0.76)],
    ['a change that says nothing', leftover(0.6)],
    ['what is not on record', { ...cost(9), id: 'new' }],
  ])('accepts %s', (_, bar) => {
    expect(compareWithRecord([bar], record)).toEqual([]);
  });

  it.each([
    ['what costs 26 % more', cost(1.5 * 1.26), 'CPU of a call: 1.89, on record 1.50'],
    ['what is slower by 26 %', speed(0.8 * 0.74), 'throughput: 0.59, on record 0.80'],
    [
      'a yardstick that costs 26 % more',
      yardstick(4 * 1.26),
      'bare relay: 5.04, on record 4.00. The yardstick changed, so ratios to it say nothing.',
    ],
    [
      'a yardstick that costs 26 % less',
      yardstick(4 * 0.74),
      'bare relay: 2.96, on record 4.00. The yardstick changed, so ratios to it say nothing.',
    ],
    ['more left over than chance explains', leftover(0.7), 'heap left: 0.70, on record 0.10'],
  ])('names %s', (_, bar, line) => {
    expect(compareWithRecord([bar], record)).toEqual([line]);
  });

  it('puts what was measured on record, and keeps the rest', () => {
    expect(addToRecord(record, [cost(1.23456)])).toEqual({ ...record, cost: 1.23 });
  });
});

/** Rounds of a run in which a round was slow for both: only pairs show what differs. */
const RESULTS = {
  stdio: {
    direct: [{ p50Ms: 1 }, { p50Ms: 10 }, { p50Ms: 1 }],
    'bare relay': [
      { cpuUs: 10, p50Ms: 2 },
      { cpuUs: 100, p50Ms: 20 },
      { cpuUs: 12, p50Ms: 2 },
    ],
    toolyard: [
      { cpuUs: 14, p50Ms: 2.2 },
      { cpuUs: 140, p50Ms: 22 },
      { cpuUs: 24, p50Ms: 4 },
    ],
    'JSON alone': [{ cpuUs: 2 }, { cpuUs: 20 }, { cpuUs: 2 }],
  },
  http: {
    'bare relay': [{ perSecond: 1000 }],
    toolyard: [{ perSecond: 500 }],
  },
};

describe('the bars', () => {
  const bars = judge(RESULTS);
  const barOf = (id) => bars.find((bar) => bar.id === id);

  it('take the median of what each round gives', () => {
    expect(barOf('stdio-cpu')).toMatchObject({ value: 1.4, max: 1.5, isMet: true });
  });

  it('compare what is added to direct use', () => {
    expect(barOf('stdio-latency').value).toBeCloseTo(1.2);
  });

  it('say what is missed', () => {
    expect(barOf('http-throughput')).toMatchObject({ value: 0.5, min: 0.6, isMet: false });
  });

  it('judge no yardstick', () => {
    expect(barOf('yardstick')).toEqual({
      id: 'yardstick',
      label: 'the bare relay itself, stdio: CPU of a call ÷ that of its JSON alone',
      value: 5,
    });
  });

  it('leave out what was not measured', () => {
    expect(bars.map(({ id }) => id)).toEqual(['stdio-latency', 'stdio-cpu', 'http-throughput', 'yardstick']);
  });
});
