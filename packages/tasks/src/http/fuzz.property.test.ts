import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock, runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkValue } from '../domain/check-value.ts';
import type { JsonSchema } from '../domain/json-schema.ts';
import { openTaskStore } from '../store/open-task-store.ts';
import type { OpenapiParameter } from '../operations/create-openapi.ts';
import type { DirectRequest } from './create-rest-backend.ts';
import { openTestBackend, type TestRequest } from '../../test/open-test-backend.ts';

const ALL_RUNS = 5000;
const RUNS = runs(ALL_RUNS, 300);

interface Content {
  readonly schema?: JsonSchema;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly OpenapiParameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface Target {
  readonly method: DirectRequest['method'];
  readonly path: string;
  readonly operation: Described;
}

interface Attempt {
  readonly target: Target;
  readonly path: string;
  readonly request: TestRequest;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const DEEP = 20_000;

/** Bodies that no value of JavaScript gives. */
const HOSTILE_TEXTS = [
  '',
  'null',
  '"text"',
  '{"title":"x","__proto__":{"completed":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"title":1e999}',
  '{"title":"\\u0000"}',
  '{"title":"\\ud800","tags":["\\udfff"]}',
  '\ufeff{"title":"x"}',
  '{"title":"x","title":"y"}',
  `{"title":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
  `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`,
  '{"title":',
  "{'title':1}",
  `{"title":"${'x'.repeat(70_000)}"}`,
];

const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '__proto__',
    'x'.repeat(300),
    "'; DROP TABLE tasks; --",
    '%_\\',
  ),
  fc.constantFrom<unknown>(0, -0, -1, 1.5, 1e308, 2 ** 53, 9_007_199_254_740_991, null, true, [], {}, [[[]]]),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that mostly fit a schema. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: fittingOf(schema) }, { weight: 1, arbitrary: HOSTILE });
}

function fittingOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const [type, other] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (other === 'null') return fc.oneof(fc.constant(null), fittingOf({ ...schema, type: type ?? 'null' }));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: 200 });
  if (type === 'array') return fc.array(valuesOf(schema.items ?? {}), { maxLength: 6 });
  return type === 'object' ? objectsOf(schema) : textsOf(schema);
}

function textsOf({ pattern, minLength = 0 }: JsonSchema): fc.Arbitrary<unknown> {
  const isDate = pattern?.startsWith('^\\d{4}') === true;
  if (isDate) return fc.constantFrom('2026-11-20', '2026-01-02T03:04:05+01:00', '2026-02-30');
  return fc.string({ minLength, maxLength: 60, unit: 'grapheme' });
}

function objectsOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)] as const);
  const known = fc.record(Object.fromEntries(entries), { requiredKeys: [...required] });
  const unknown = fc.dictionary(fc.string({ maxLength: 8 }), HOSTILE, { maxKeys: 2 });
  return fc.oneof(
    { weight: 9, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, unknown).map(([left, right]) => ({ ...left, ...right })) },
  );
}

function attemptsOn(target: Target): fc.Arbitrary<Attempt> {
  const { parameters = [], requestBody } = target.operation;
  const named = (place: OpenapiParameter['in']): readonly OpenapiParameter[] =>
    parameters.filter((parameter) => parameter.in === place && parameter.name !== 'X-User-ID');
  const body = requestBody === undefined ? fc.constant({}) : bodiesOf(requestBody.content['application/json'].schema);
  return fc
    .record({
      id: fc.oneof(
        fc.integer({ min: 1, max: 12 }).map(String),
        valuesOf({ type: 'integer' }).map((value) => toText(value) || '0'),
      ),
      query: optional(named('query')),
      headers: optional(named('header')),
      user: fc.constantFrom('ann', 'ann', 'ann', 'ann', 'bob', 'a|b@c', ''),
      body,
    })
    .map(({ id, query, headers, user, body }) => {
      const search = new URLSearchParams(query).toString();
      const path = `${target.path.replace('{id}', encodeURIComponent(id))}${search === '' ? '' : `?${search}`}`;
      return { target, path, request: { user, headers: toHeaders(headers), ...body } };
    });
}

function bodiesOf(schema: JsonSchema): fc.Arbitrary<TestRequest> {
  return fc.oneof(
    { weight: 12, arbitrary: valuesOf(schema).map((body) => ({ body })) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map((text) => ({ text })) },
    { weight: 1, arbitrary: fc.constant<TestRequest>({}) },
  );
}

function optional(parameters: readonly OpenapiParameter[]): fc.Arbitrary<Record<string, string>> {
  const pairs = parameters.map(({ name, schema }) =>
    fc.option((headerValues(name) ?? valuesOf(schema).map(toText)).map((value): [string, string] => [name, value])),
  );
  return fc.tuple(...pairs).map((given) => Object.fromEntries(given.filter((pair) => pair !== null)));
}

function headerValues(name: string): fc.Arbitrary<string> | undefined {
  if (name === 'If-Match')
    return fc.constantFrom('*', '*', '*', '"1"', '"2"', 'W/"1"', '"99999999999999999999"', 'x', '');
  if (name !== 'Idempotency-Key') return undefined;
  return fc.oneof(fc.uuid(), fc.uuid(), fc.constantFrom('key-1', 'key-2', 'two words', 'é', ''));
}

function toText(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map(toText).join(',')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  // A half of a character cannot stand in an address at all.
  return (text ?? '').replaceAll(/\p{Cs}/gu, '');
}

function toHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The document with everything in the place where a reference to it stands; the same thing is the same object. */
function withoutReferences(text: string): Document {
  const whole: unknown = JSON.parse(text);
  const known = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    if ('$ref' in value && typeof value.$ref === 'string') return follow(value.$ref);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
  };
  const follow = (reference: string): unknown => {
    const steps = reference.replace('#/', '').split('/');
    const found = steps.reduce<unknown>((place, step) => (place as Record<string, unknown>)[step], whole);
    if (!known.has(reference)) known.set(reference, resolve(found));
    return known.get(reference);
  };
  return resolve(whole) as Document;
}

/** Compiles with the validator that comes with Fastify, which knows nothing of our own checks. */
async function createCompiler(): Promise<(schema: object) => (value: unknown) => string> {
  const ajv = { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } } as const;
  const app = fastify({ ajv });
  let compile: ((schema: object) => (value: unknown) => string) | undefined;
  app.route({
    method: 'GET',
    url: '/',
    async handler(request) {
      compile = (schema) => {
        const validate = request.compileValidationSchema({ ...schema });
        return (value) => (validate(value) ? '' : JSON.stringify(validate.errors));
      };
    },
  });
  await app.inject('/');
  if (compile === undefined) throw new Error('Fastify has no validator.');
  return compile;
}

describe('requests made by chance from /openapi.json', () => {
  // A real database: what it does not take must not reach it.
  let folder = '';
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'toolyard-fuzz-'))));
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  it('never get a 500, and always an answer with a closed schema that is described', async () => {
    const clock = createFakeClock();
    const store = await openTaskStore({ folder: join(folder, 'data') }, clock);
    onTestFinished(async () => store.close());
    const { send } = openTestBackend(clock, { store });
    const document = withoutReferences((await send('GET', '/openapi.json')).body);
    const compile = await createCompiler();
    const checks = new Map<object, (value: unknown) => string>();
    const targets = Object.entries(document.paths).flatMap(([path, methods]) =>
      METHODS.flatMap((method): Target[] => {
        const operation = methods[method.toLowerCase()];
        return operation === undefined ? [] : [{ method, path, operation }];
      }),
    );
    for (let index = 0; index < 40; index++) await send('POST', '/tasks', { body: { title: 'to begin with' } });
    const seen = new Set<string>();
    // Those with a body have the most ways to go wrong.
    const attempts = targets.map((target) => {
      const weight = target.operation.requestBody === undefined ? 1 : 4;
      return { weight, arbitrary: attemptsOn(target) };
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(...attempts), async ({ target, path, request }) => {
        const reply = await send(target.method, path, request);
        expect(reply.status, reply.body).toBeLessThan(500);
        const described = target.operation.responses[reply.status];
        expect(described, `${target.operation.operationId} does not describe ${reply.status}`).toBeDefined();
        const type = (reply.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
        const schema = described?.content?.[type]?.schema;
        expect(described?.content === undefined ? '' : type, `of ${reply.status}`).toBe(type);
        seen.add(`${target.operation.operationId} ${reply.status}`);
        if (schema === undefined) return;
        const check = checks.get(schema) ?? compile(schema);
        checks.set(schema, check);
        expect(check(reply.json)).toBe('');
      }),
      { numRuns: RUNS },
    );
    // A few requests leave it to chance which answers are among them.
    if (RUNS < ALL_RUNS) return;
    const successes = targets.map(({ operation }) => `${operation.operationId} ${Object.keys(operation.responses)[0]}`);
    expect([...seen]).toEqual(expect.arrayContaining(successes));
    const refusals = ['createTask 400', 'createTask 422', 'updateTask 404', 'updateTask 422'];
    expect([...seen]).toEqual(expect.arrayContaining(refusals));
  }, 240_000);
});

describe('our own check of values', () => {
  it('says the same as a validator of JSON Schema about every body', async () => {
    const { send } = openTestBackend(createFakeClock());
    const document = withoutReferences((await send('GET', '/openapi.json')).body);
    const compile = await createCompiler();
    const bodies = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ requestBody }) => requestBody?.content['application/json'].schema ?? []);
    expect(bodies.length).toBeGreaterThan(3);
    for (const schema of bodies) {
      const check = compile(schema);
      const seen = { right: 0, wrong: 0 };
      fc.assert(
        fc.property(valuesOf(schema), (value) => {
          const errors = checkValue(schema, value, 0);
          // What cannot be stored is refused beyond the schema.
          fc.pre(!errors.some(({ message }) => message.endsWith('has characters that cannot be stored')));
          expect({ value, isRight: errors.length === 0 }).toEqual({ value, isRight: check(value) === '' });
          seen[errors.length === 0 ? 'right' : 'wrong'] += 1;
        }),
        { numRuns: 1000 },
      );
      expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(20);
    }
  });
});
