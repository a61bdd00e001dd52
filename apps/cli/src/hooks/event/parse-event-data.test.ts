import { describe, expect, it } from 'vitest';
import { parseEventData } from './parse-event-data.ts';

describe('parseEventData', () => {
  it.each<[string, string[], unknown]>([
    ['nothing', [], {}],
    ['a text for a context value', ['branch=main'], { branch: 'main' }],
    ['a text that looks like a number', ['status=1'], { status: '1' }],
    ['JSON', ['result:={"items":[{"id":7}]}'], { result: { items: [{ id: 7 }] } }],
    ['other names', ['ticket=T-1', 'count:=2'], { data: { ticket: 'T-1', count: 2 } }],
    ['names inside of data', ['data.branch=x', 'data:={"a":1}'], { data: { branch: 'x', a: 1 } }],
    ['a value with equal signs and colons', ['message=a=b:=c'], { message: 'a=b:=c' }],
    ['an empty value', ['message='], { message: '' }],
    ['numbers', ['exitCode=-1', 'ms:=2.5', 'errors=0'], { exitCode: -1, ms: 2.5, errors: 0 }],
    ['one path as a list', ['paths=a.md'], { paths: ['a.md'] }],
  ])('reads %s', (_, words, expected) => {
    expect(parseEventData(words)).toEqual(expected);
  });

  it('keeps names of the language harmless', () => {
    const values = parseEventData(['__proto__=x', 'constructor=y']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect(Object.entries(Object(values['data']))).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('says everything that is wrong', () => {
    expect(() => parseEventData(['branch', 'result:={', 'a=1', 'a=2', 'event=x', 'data=1', 'exitCode=0x1'])).toThrow(
      [
        '--data "branch" is not name=value',
        '--data result: is not JSON; use result=TEXT for text',
        '--data a: is given twice',
        '--data event: is the name of the event and cannot be set',
        '--data data: must be a JSON object: data:={"name": "value"}',
        '--data exitCode: must be a whole number',
      ].join('\n'),
    );
  });
});
