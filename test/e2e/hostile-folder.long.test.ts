import { describe, it } from 'vitest';
import { expectApprovalCounts, expectNoHome, expectNotSprung } from './harness/trap.ts';

const COMMANDS = [
  'serve',
  'serve --debug',
  'status --json',
  'tools',
  'up',
  'test hostile',
  'call hostile:x',
  'approve',
];

describe.each(['.mcp.json', 'toolyard.json'])('a %s that merely lies in the working directory', (name) => {
  it.each(COMMANDS)('starts nothing with %s', (line) => expectNotSprung(name, line));
});

it('a .mcp.json works after approval, and not any more after an edit', () => expectApprovalCounts('.mcp.json'));

it.each(['', '.'])('is not taken for the home folder where HOME is %j', expectNoHome);
