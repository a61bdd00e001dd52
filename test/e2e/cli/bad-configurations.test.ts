import { BAD_CONFIGURATIONS, type BadConfiguration } from '@toolyard/testing';
import { expect } from 'vitest';
import { describeBadConfigurations } from './describe-bad-configurations.ts';

/** One of each, since the parser's own test goes through all rows. */
const KINDS: readonly ((row: BadConfiguration) => boolean)[] = [
  ({ text }) => text === undefined,
  ({ codes }) => codes.includes('invalid_json'),
  ({ messages }) => messages.length > 2,
  ({ warnings }) => warnings !== undefined,
  ({ env }) => env !== undefined,
];

describeBadConfigurations(KINDS.map((isOfKind) => BAD_CONFIGURATIONS.find(isOfKind) ?? expect.fail('no such row')));
