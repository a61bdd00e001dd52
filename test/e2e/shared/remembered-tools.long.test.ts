import { it } from 'vitest';
import { expectRemembered } from './expect-remembered.ts';

it('answers the first list of 30 servers that ran before, before any of them runs', () => expectRemembered(30));
