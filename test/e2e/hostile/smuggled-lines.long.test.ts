import { it } from 'vitest';
import { expectArgument, expectNothingForged } from './smuggled-lines.ts';

it('what HTTP clients hide between lines is an argument, in a yard of its own', () =>
  expectArgument({ isJoined: false }));

it('a server at a URL that lays out its JSON over many lines is listed and answers, and forges no answer of another', () =>
  expectNothingForged('json'));
