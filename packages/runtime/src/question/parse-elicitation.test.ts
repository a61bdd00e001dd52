import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseElicitation } from './parse-elicitation.ts';

const form = (properties: unknown, required?: unknown): unknown => ({
  message: 'Please',
  requestedSchema: { type: 'object', properties, required },
});

const fieldOf = (schema: unknown): unknown => {
  const parsed = parseElicitation(form({ x: schema }));
  return parsed.kind === 'form' ? parsed.fields[0] : parsed;
};

describe('parseElicitation', () => {
  it('gives the fields in their order, with their titles and which are required', () => {
    const schema = { b: { type: 'string', title: 'Bee', description: 'An insect' }, a: { type: 'boolean' } };
    expect(parseElicitation(form(schema, ['a']))).toMatchObject({
      kind: 'form',
      message: 'Please',
      fields: [
        { name: 'b', title: 'Bee', description: 'An insect', required: false, kind: 'text' },
        { name: 'a', title: 'a', required: true, kind: 'boolean' },
      ],
    });
  });

  it.each([
    [
      { type: 'string', enum: ['a', 'b'] },
      'choice',
      [
        { value: 'a', title: 'a' },
        { value: 'b', title: 'b' },
      ],
    ],
    [{ type: 'string', enum: ['a'], enumNames: ['Ah'] }, 'choice', [{ value: 'a', title: 'Ah' }]],
    [{ type: 'string', oneOf: [{ const: 'a', title: 'Ah' }] }, 'choice', [{ value: 'a', title: 'Ah' }]],
    [{ enum: ['a'] }, 'choice', [{ value: 'a', title: 'a' }]],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, 'choices', [{ value: 'a', title: 'a' }]],
    [{ type: 'array', items: { anyOf: [{ const: 'a', title: 'Ah' }] } }, 'choices', [{ value: 'a', title: 'Ah' }]],
  ])('reads the choices of %j', (schema, kind, choices) => {
    expect(fieldOf(schema)).toMatchObject({ kind, choices });
  });

  it.each([
    [{ type: 'string', default: 'x' }, 'x'],
    [{ type: 'string', default: 7 }, undefined],
    [{ type: 'string', default: 'x', minLength: 2 }, undefined],
    [{ type: 'integer', default: 3 }, 3],
    [{ type: 'integer', default: 3.5 }, undefined],
    [{ type: 'number', default: 3, maximum: 2 }, undefined],
    [{ type: 'boolean', default: false }, false],
    [{ type: 'boolean', default: 'yes' }, undefined],
    [{ type: 'string', enum: ['a'], default: 'b' }, undefined],
    [{ type: 'array', items: { enum: ['a', 'b'] }, default: ['b'] }, ['b']],
    [{ type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'b'] }, undefined],
  ])('takes the default of %j as %j', (schema, preset) => {
    expect(fieldOf(schema)).toMatchObject({ preset });
  });

  it.each([
    [{ type: 'object', properties: {} }],
    [{ type: 'array', items: { type: 'number' } }],
    [{ type: ['string', 'null'] }],
    [{ type: 'string', enum: [] }],
    [{ type: 'string', enum: [1] }],
    [{ $ref: '#/definitions/x' }],
    [true],
  ])('has no field for %j', (schema) => {
    const reason = 'its field "x" has a type that forms do not support';
    expect(fieldOf(schema)).toEqual({ kind: 'unreadable', reason });
  });

  it.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c', 'example.com'],
    ['http://localhost:3000/done', 'http://localhost:3000/done', 'localhost:3000'],
    ['https://bank.example@evil.example:8443/', 'https://bank.example@evil.example:8443/', 'evil.example:8443'],
    ['https://b\u00fccher.example/\u202etxt', 'https://xn--bcher-kva.example/%E2%80%AEtxt', 'xn--bcher-kva.example'],
  ])('shows the address %s as it is, with its host', (address, url, host) => {
    expect(parseElicitation({ mode: 'url', message: 'Log in', url: address })).toEqual({
      kind: 'url',
      message: 'Log in',
      url,
      host,
    });
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x', 'no url', '', 7, undefined])(
    'does not take %j for an address',
    (url) => {
      expect(parseElicitation({ mode: 'url', message: '', url })).toEqual({
        kind: 'unreadable',
        reason: 'its address is not an http or https URL',
      });
    },
  );

  it('says why it cannot be read, whatever it is', () => {
    expect(parseElicitation({ mode: 'voice' })).toEqual({
      kind: 'unreadable',
      reason: 'its mode is "voice", which is not known here',
    });
    expect(parseElicitation({ message: 'x' })).toEqual({ kind: 'unreadable', reason: 'it has no "requestedSchema"' });
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (params, properties) => {
        expect(['form', 'url', 'unreadable']).toContain(parseElicitation(params).kind);
        expect(['form', 'unreadable']).toContain(parseElicitation(form(properties)).kind);
      }),
    );
  });
});
