import { expect, it } from 'vitest';
import { describeStop } from './describe-stop.ts';

it.each([
  [0, 'Stopped.'],
  [1, 'Stopped. The next start continues with what is waiting: 1 run.'],
  [2, 'Stopped. The next start continues with what is waiting: 2 runs.'],
])('says what %i runs that wait come to', (pending, text) => expect(describeStop(pending)).toBe(text));
