import { it } from 'vitest';
import { expectUnharmed } from './expect-unharmed.ts';

it('hostile bodies of both eras leave others, and the process, as they were', () =>
  expectUnharmed({ isJoined: false }));
