import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createCallRecords } from './create-call-records.ts';

it('tells once that many calls were asked for, at the 10,000th', () => {
  let told = 0;
  const records = createCallRecords({
    idPrefix: 'y',
    clock: createFakeClock(),
    maxRetries: () => 0,
    onManyCalls: () => void told++,
  });
  const ask = (count: number): void => {
    for (let index = 0; index < count; index++) records.submitted({ tool: 'a:b', arguments: {}, origin: 'person' });
  };
  ask(9999);
  expect(told).toBe(0);
  ask(1);
  expect(told).toBe(1);
  ask(20_000);
  expect(told).toBe(1);
});
