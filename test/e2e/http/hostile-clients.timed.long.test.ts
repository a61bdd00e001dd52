import { it } from 'vitest';
import { expectIdleHarmless } from './call-steadily.ts';

it('while a good client calls, calls take less than a second and none fails with 1,000 sessions that do nothing', () =>
  expectIdleHarmless(1000));
