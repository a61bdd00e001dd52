import { convertJson, convertText, isJsonObject, toLine, type Converted, type JsonObject } from '@toolyard/core';
import { formatArgumentProblem, validateArguments } from '@toolyard/runtime';
import type { Editor } from '../../ports/editor.ts';

type AskEditor = Pick<Editor, 'pick' | 'input'>;

/** A tool whose arguments are asked for. */
export interface AskedTool {
  /** As people see it. */
  readonly title: string;
  readonly schema: JsonObject;
}

interface Parameter {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** What a person does when the required arguments are there. */
type Step = { readonly kind: 'call' } | { readonly kind: 'json' } | { readonly kind: 'set'; readonly of: Parameter };

/**
 * Asks for the arguments of a tool, the required ones one after the other and others as a person wants; gives them when they fit the schema,
 * `undefined` where the person leaves.
 */
export async function askArguments(editor: AskEditor, tool: AskedTool): Promise<JsonObject | undefined> {
  const parameters = listParameters(tool.schema);
  let values: JsonObject = {};
  for (const parameter of parameters.filter(({ isRequired }) => isRequired)) {
    const value = await askValue(editor, tool, parameter);
    if (value === undefined) return undefined;
    values = { ...values, [parameter.name]: value.given };
  }
  // A tool without parameters has nothing more to ask.
  if (parameters.length === 0 && tool.schema['additionalProperties'] !== true) return values;
  for (;;) {
    const problem = await findProblem(tool.schema, values);
    const step = await editor.pick<Step>(toSteps(parameters, values, problem), {
      title: tool.title,
      placeholder: problem ?? JSON.stringify(values),
    });
    if (step === undefined) return undefined;
    if (step.kind === 'call') return values;
    if (step.kind === 'json') values = (await askJson(editor, tool, values)) ?? values;
    else {
      const value = await askValue(editor, tool, step.of, values[step.of.name]);
      if (value !== undefined) values = { ...values, [step.of.name]: value.given };
    }
  }
}

function toSteps(
  parameters: readonly Parameter[],
  values: JsonObject,
  problem: string | undefined,
): readonly {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: Step;
}[] {
  const call = {
    label: 'Call the Tool',
    description: toLine(JSON.stringify(values)),
    value: { kind: 'call' } as const,
  };
  const sets = parameters.map((of) => ({
    label: `Set ${toLine(of.name)}`,
    description: of.name in values ? toLine(JSON.stringify(values[of.name])) : describeType(of.schema),
    detail: describe(of.schema),
    value: { kind: 'set', of } as const,
  }));
  const json = { label: 'Edit All as JSON', value: { kind: 'json' } as const };
  return [...(problem === undefined ? [call] : []), ...sets, json];
}

async function askValue(
  editor: AskEditor,
  { title, schema: root }: AskedTool,
  { name, schema }: Parameter,
  before?: unknown,
): Promise<{ readonly given: unknown } | undefined> {
  const options = { title: `${title}: ${toLine(name)}` };
  const fixed = findFixed(schema);
  if (fixed !== undefined) {
    const choices = fixed.map((given) => ({ label: toLine(toText(given)), value: { given } }));
    return editor.pick(choices, { ...options, placeholder: describe(schema) });
  }
  const known = before ?? (isJsonObject(schema) ? schema['default'] : undefined);
  const text = await editor.input({
    ...options,
    prompt: [describe(schema), `(${describeType(schema)})`].filter((part) => part !== '').join(' '),
    ...(known !== undefined && { value: toText(known) }),
    validate(typed) {
      const read = readTyped(typed, schema, root);
      return 'problem' in read ? `${toLine(name)} ${read.problem}.` : undefined;
    },
  });
  if (text === undefined) return undefined;
  const read = readTyped(text, schema, root);
  return 'value' in read ? { given: read.value } : undefined;
}

/** A text that is no number is left to the check of the whole elsewhere; here the person is still at it. */
function readTyped(text: string, schema: unknown, root: JsonObject): Converted {
  const read = convertText(text, schema, root);
  const isText = 'value' in read && typeof read.value === 'string';
  return isText && ['number', 'integer'].includes(describeType(schema)) ? { problem: 'must be a number' } : read;
}

async function askJson(editor: AskEditor, { title }: AskedTool, values: JsonObject): Promise<JsonObject | undefined> {
  const text = await editor.input({
    title: `${title}: arguments as JSON`,
    value: JSON.stringify(values),
    validate: (typed) => problemOfJson(typed),
  });
  const read = text === undefined ? undefined : convertJson(text);
  return read !== undefined && 'value' in read && isJsonObject(read.value) ? read.value : undefined;
}

function problemOfJson(text: string): string | undefined {
  const read = convertJson(text);
  if ('problem' in read) return `The arguments: ${read.problem}.`;
  return isJsonObject(read.value) ? undefined : 'The arguments must be a JSON object.';
}

async function findProblem(schema: JsonObject, values: JsonObject): Promise<string | undefined> {
  const { problems } = await validateArguments(schema, values);
  const [first] = problems;
  return first === undefined ? undefined : toLine(formatArgumentProblem(first));
}

function listParameters({ properties, required }: JsonObject): readonly Parameter[] {
  if (!isJsonObject(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const all = Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: needed.includes(name) }));
  return all.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** The few values that a parameter may have. */
function findFixed(schema: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['type'] === 'boolean' ? [true, false] : undefined;
}

function describe(schema: unknown): string {
  const text = isJsonObject(schema) ? schema['description'] : undefined;
  return typeof text === 'string' ? toLine(text) : '';
}

function describeType(schema: unknown): string {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  return typeof type === 'string' ? type : 'any value';
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
