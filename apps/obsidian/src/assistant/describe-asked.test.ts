import type { ApprovalRequest } from '@toolyard/host/assistant';
import { expect, it } from 'vitest';
import { describeAsked } from './describe-asked.ts';

const call: ApprovalRequest = { id: '1', tool: 'x:one', server: 'x', arguments: {}, isDestructive: false };

it.each([
  [[call], 'a/b wants to call a tool for its answer in "Plans/\\u202eTrip".'],
  [
    [call, call],
    'a/b wants to call these tools for its answer in "Plans/\\u202eTrip". What is not ticked is not called.',
  ],
])('says which model asks, and for which note', (calls, text) => {
  expect(describeAsked({ calls, path: 'Plans/\u202eTrip.md', model: 'a/b' })).toBe(text);
});
