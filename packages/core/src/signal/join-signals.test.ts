import { expect, it } from 'vitest';
import { joinSignals } from './join-signals.ts';

it('is aborted with the first of its signals, and with its reason', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const joined = joinSignals(one.signal, two.signal);
  two.abort('second');
  one.abort('first');
  expect(joined.signal.reason).toBe('second');
});

it('is aborted at once where one of them is', () => {
  expect(joinSignals(new AbortController().signal, AbortSignal.abort('before')).signal.reason).toBe('before');
});

it('follows nobody once it is released', () => {
  const stop = new AbortController();
  const joined = joinSignals(stop.signal);
  joined.release();
  stop.abort();
  expect(joined.signal.aborted).toBe(false);
});
