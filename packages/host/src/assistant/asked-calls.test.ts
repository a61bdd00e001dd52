import type { ApprovalRequest } from '@toolyard/assistant';
import { toToolId } from '@toolyard/core';
import { expect, it } from 'vitest';
import { decideTicked, describeArguments, tickCalls } from './index.ts';

const toCall = (id: string, isDestructive = false): ApprovalRequest => ({
  id,
  tool: toToolId('files', id),
  server: 'files',
  arguments: {},
  isDestructive,
});

it('ticks what may destroy something only where it is alone', () => {
  const [reading, deleting] = [toCall('read'), toCall('delete', true)];
  expect([...tickCalls([reading, deleting])]).toEqual([reading]);
  expect([...tickCalls([deleting])]).toEqual([deleting]);
});

it('decides about what is ticked, and denies the rest', () => {
  const [one, two] = [toCall('one'), toCall('two')];
  expect([...decideTicked([one, two], new Set([two]), 'always-tool')]).toEqual([
    ['one', 'denied'],
    ['two', 'always-tool'],
  ]);
});

it('shows every character of an argument on one line, up to a bound', () => {
  const call = { ...toCall('write'), arguments: { 'a\nb': 'x\u202ey\n', long: 'z'.repeat(6000), list: [1] } };
  expect(describeArguments(call)).toEqual([
    'a\\u000ab: "x\\u202ey\\n"',
    expect.stringMatching(/^long: "z+… \(1002 more characters are not shown\)$/),
    'list: [1]',
  ]);
});
