import { createErrorResponse, createResponse } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { toCallEnd, outcomeToCallEnd, toOutcome } from './to-call-end.ts';

const long = 'x'.repeat(10_000);

describe('an answer that is passed on unread', () => {
  it.each<[string, string, 'success' | 'error']>([
    ['a success', '{"content":[]}', 'success'],
    ['a tool error', '{"content":[],"isError":true}', 'error'],
    ['a flag that is false', '{"isError":false}', 'success'],
    ['a flag in front', '{"isError": true, "content":[]}', 'error'],
    ['a flag inside', '{"structuredContent":{"isError":true}}', 'success'],
    ['a flag in a text', '{"content":[{"type":"text","text":"\\"isError\\":true}"}]}', 'success'],
    ['no object', '[{"isError":true}]', 'success'],
    ['a long success', `{"content":"${long}"}`, 'success'],
    ['a long tool error', `{"content":"${long}", "isError" : true }`, 'error'],
    ['a long result with a flag inside', `{"content":"${long}","structuredContent":{"isError":true}}`, 'success'],
    ['a long tool error with its flag in front', `{"isError":true,"content":"${long}"}`, 'error'],
    ['a long result that names a member twice', `{"a":1,"a":"${long}","isError":true}`, 'success'],
    ['a long text with a flag', `{"content":"${long}\\"isError\\":true}"}`, 'success'],
  ])('is judged by its flag: %s', (_, result, status) => {
    expect(toCallEnd(createResponse(1, result)).status).toBe(status);
  });

  it('keeps no message of any length', () => {
    const refused = createErrorResponse(1, { code: -32602, message: 'm'.repeat(1_000_000) });
    expect(toCallEnd(refused).error?.message).toBe(`${'m'.repeat(4000)}…`);
    expect(toOutcome(refused)).toMatchObject({ error: { message: 'm'.repeat(1_000_000) } });
  });

  it('tells the message of an error', () => {
    const refused = createErrorResponse(1, { code: -32602, message: 'Unknown tool' });
    expect(toCallEnd(refused)).toEqual({
      status: 'error',
      error: { code: 'json-rpc-error', message: 'Unknown tool' },
    });
  });
});

describe('an answer that is read', () => {
  it('keeps the result of a success and of a tool error', () => {
    const outcome = toOutcome(createResponse(1, '{"content":[{"type":"text","text":"hi"}]}'));
    expect(outcomeToCallEnd(outcome, 5)).toEqual({
      status: 'success',
      result: { content: 'hi', contentType: 'text', displayFormat: 'block', executionDuration: 5 },
    });
    const failed = toOutcome(createResponse(1, '{"content":[{"type":"text","text":"no"}],"isError":true}'));
    expect(outcomeToCallEnd(failed, 5)).toMatchObject({
      status: 'error',
      error: { code: 'tool-error' },
      result: { content: 'no' },
    });
  });

  it.each(['null', '1', '"x"', '[]'])('takes a result that is %s', (result) => {
    expect(toOutcome(createResponse(1, result)).kind).toBe('success');
  });
});
