import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWebhookBody } from './parse-webhook-body.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

function parse(type: string | undefined, text: string, encoding?: string): unknown {
  const headers = { 'content-type': type, 'content-encoding': encoding };
  return parseWebhookBody({ headers, body: new TextEncoder().encode(text) });
}

describe('parseWebhookBody', () => {
  it.each([JSON_TYPE, 'Application/JSON; charset=utf-8', 'application/cloudevents+json'])('reads %s', (type) => {
    expect(parse(type, '{"a":{"b":[1,"ä"]}}')).toEqual({ data: { a: { b: [1, 'ä'] } } });
  });

  it('reads the payload of a form', () => {
    expect(parse(FORM, `payload=${encodeURIComponent('{"a":"b+c&d"}')}`)).toEqual({ data: { a: 'b+c&d' } });
    expect(parse(FORM, 'payload=%7B%22a%22:%22b+c%22%7D')).toEqual({ data: { a: 'b c' } });
  });

  it('reads no form in what was signed as JSON', () => {
    const title = 'x&payload=%7B%22forged%22%3Atrue%7D&y=';
    expect(parse(FORM, JSON.stringify({ title }))).toMatchObject({ status: 400 });
    expect(parse(FORM, 'a=1&payload=%7B%7D')).toMatchObject({ status: 400 });
    expect(parse(FORM, 'payload=%7B%7D&payload=%7B%7D')).toMatchObject({ status: 400 });
  });

  it.each([
    [undefined, '{}', 415],
    ['text/plain', '{}', 415],
    ['application/jsonx', '{}', 415],
    ['multipart/form-data; boundary=x', '{}', 415],
    [JSON_TYPE, '', 400],
    [JSON_TYPE, '{', 400],
    [JSON_TYPE, '[1]', 400],
    [JSON_TYPE, 'null', 400],
    [JSON_TYPE, '"text"', 400],
    [FORM, 'payload=%', 400],
    [FORM, '', 400],
  ])('refuses %s with %j: %i', (type, text, status) => {
    expect(parse(type, text)).toEqual({ status, message: expect.any(String) });
  });

  it('refuses what is packed, and what is no text', () => {
    expect(parse(JSON_TYPE, '{}', 'gzip')).toMatchObject({ status: 415 });
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(parseWebhookBody({ headers: { 'content-type': JSON_TYPE }, body })).toMatchObject({ status: 400 });
  });

  it('refuses what is nested too deep to be written down, however deep', () => {
    const nest = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parse(JSON_TYPE, nest(99))).toHaveProperty('data');
    expect(parse(JSON_TYPE, nest(101))).toMatchObject({ status: 400, message: expect.stringContaining('nested') });
    expect(parse(JSON_TYPE, nest(500_000))).toMatchObject({ status: 400 });
  });

  it('does not let a body change what objects are', () => {
    const read = parse(JSON_TYPE, '{"__proto__":{"polluted":true}}');
    expect(read).toHaveProperty('data');
    expect({}).not.toHaveProperty('polluted');
  });

  it('never throws', () => {
    assert(
      property(uint8Array({ maxLength: 200 }), (body) => {
        for (const type of [JSON_TYPE, FORM]) {
          expect(parseWebhookBody({ headers: { 'content-type': type }, body })).toEqual(expect.any(Object));
        }
      }),
    );
  });
});
