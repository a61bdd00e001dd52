import { parseFrame } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { withoutUserId } from './without-user-id.ts';

/** What is left of the params of a message. */
function pass(params: string): string | undefined {
  const frame = parseFrame(
    new TextEncoder().encode(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`),
  );
  if (frame === undefined) throw new Error(`not a message: ${params}`);
  return withoutUserId(frame).text('params');
}

describe('withoutUserId', () => {
  it.each([
    ['{"name":"t","_meta":{"user_id":"ann"}}', '{"name":"t","_meta":{}}'],
    [
      '{"_meta":{"a":1.0, "user_id":"ann", "progressToken":12345678901234567890}}',
      '{"_meta":{"a":1.0,"progressToken":12345678901234567890}}',
    ],
    ['{"\\u005fmeta":{"user\\u005fid":"ann","b":{"user_id":1}}}', '{"\\u005fmeta":{"b":{"user_id":1}}}'],
    ['{"_meta":{"user_id":"ann","a":1,"user_id":"bob"}}', '{"_meta":{"a":1}}'],
    ['{"_meta":{"a":1,"a":2,"user_id":"bob"}}', '{"_meta":{"a":2}}'],
  ])('takes the user out of %s', (sent, expected) => {
    expect(pass(sent)).toBe(expected);
  });

  it.each([
    '{"name":"t", "arguments":{"user_id":"ann","_meta":{"user_id":"ann"}}}',
    '{ "_meta" : { "a" : 1 } }',
    '{"_meta":["user_id"]}',
    '{"_meta":null}',
    '[]',
  ])('leaves %s as it is', (sent) => {
    expect(pass(sent)).toBe(sent);
  });
});
