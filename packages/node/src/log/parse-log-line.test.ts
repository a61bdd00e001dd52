import { assert, json, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLogLine } from './parse-log-line.ts';

describe('parseLogLine', () => {
  it.each([
    '{"at":"2026-01-01T00:00:00.000Z","level":"info","text":"a"}',
    '{"at":"2026-01-01T00:00:00.000Z","level":"error","server":"files","text":"b"}',
  ])('reads %s', (text) => {
    expect(parseLogLine(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    'null',
    '[]',
    '{"at":"x","level":"info"',
    '{"at":1,"level":"info","text":"a"}',
    '{"at":"x","level":"loud","text":"a"}',
    '{"at":"x","level":"info","text":"a","server":1}',
  ])('takes %j for nothing', (text) => {
    expect(parseLogLine(text)).toBeUndefined();
  });

  it('never throws', () => {
    assert(property(oneof(string(), json()), (text) => void parseLogLine(text)));
  });
});
