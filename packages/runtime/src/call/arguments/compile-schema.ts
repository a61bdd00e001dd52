import { isJsonObject, toMessage, type JsonObject } from '@toolyard/core';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { createPattern } from './create-pattern.ts';
import { isAffordable, measureSchema } from './measure-schema.ts';

/** What a validator found wrong with one value. */
export type Fault = ErrorObject<string, Record<string, unknown>>;

/** A schema ready for use, or the reason why it is of no use. */
export type CompiledSchema = UsableSchema | { readonly reason: string };

/** A check by a schema. */
export interface UsableSchema {
  check(value: unknown): readonly Fault[];
  /** Whether a check of this value ends soon; how long one takes is the schema's to say, and a server wrote that. */
  isAffordable(value: unknown): boolean;
}

/** Turns a schema into a check, by the draft that it names; without a name 2020-12 is tried, then draft 7. */
export async function compileSchema(schema: JsonObject): Promise<CompiledSchema> {
  const drafts = await loadDrafts();
  try {
    const cost = measureSchema(schema);
    if ('danger' in cost) return { reason: cost.danger };
    const compiled = compile(schema, drafts);
    return 'reason' in compiled ? compiled : { ...compiled, isAffordable: (value) => isAffordable(value, cost) };
  } catch (error) {
    return { reason: toMessage(error) };
  }
}

function compile(schema: JsonObject, drafts: Drafts): ReturnType<Compiler> {
  const declared = typeof schema['$schema'] === 'string' ? schema['$schema'] : undefined;
  if (declared !== undefined) return drafts[/draft-0[4-7]/.test(declared) ? 'draft7' : 'draft2020'](schema);
  const result = drafts.draft2020(schema);
  if ('check' in result) return result;
  const older = drafts.draft7(schema);
  return 'check' in older ? older : result;
}

type Compiler = (schema: JsonObject) => Pick<UsableSchema, 'check'> | { readonly reason: string };

interface Drafts {
  readonly draft2020: Compiler;
  readonly draft7: Compiler;
}

let loading: Promise<Drafts> | undefined;

function loadDrafts(): NonNullable<typeof loading> {
  // By way of the default: a bundler gives a dynamically imported CommonJS module no other name.
  loading ??= Promise.all([import('ajv/dist/2020.js'), import('ajv')]).then(([newer, older]) => ({
    draft2020: createCompiler(newer.default.Ajv2020, 'https://json-schema.org/draft/2020-12/schema'),
    draft7: createCompiler(older.default.Ajv, 'http://json-schema.org/draft-07/schema'),
  }));
  return loading;
}

/** As much of ajv's classes as is used. */
type AjvClass = new (options: Options) => {
  compile(schema: JsonObject): ValidateFunction;
  validate(reference: string, value: unknown): unknown;
  errorsText(): string;
};

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  validateFormats: false,
  logger: false,
  code: { regExp: Object.assign(toExpression, { code: 'toExpression' }) },
};

function toExpression(source: string): { test(text: string): boolean } {
  return createPattern(source) ?? { test: () => true, toString: () => source };
}

function createCompiler(Ajv: AjvClass, metaSchema: string): Compiler {
  const meta = new Ajv({ strict: false, validateFormats: false, logger: false });
  return (schema) => {
    if (meta.validate(metaSchema, schema) !== true) return { reason: `it is not valid: ${meta.errorsText()}` };
    // An instance keeps everything it ever compiled, and lets one schema's $id answer another's $ref.
    const validate = new Ajv({ ...OPTIONS, meta: false, validateSchema: false }).compile(withoutAsync(schema));
    return { check: (value) => (validate(value) ? [] : (validate.errors ?? []).filter(isFault)) };
  };
}

// "$async" would turn the check into a promise.
function withoutAsync(schema: JsonObject): JsonObject {
  if (!('$async' in schema)) return schema;
  const { $async: _, ...rest } = schema;
  return rest;
}

function isFault(error: ErrorObject): error is Fault {
  return isJsonObject(error.params);
}
