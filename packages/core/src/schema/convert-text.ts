import { isJsonObject, type JsonObject } from './json-object.ts';
import { toShapes, toTypes } from './to-shapes.ts';

/** A value, or what is wrong with the text it was to be made of. */
export type Converted = { readonly value: unknown } | { readonly problem: string };

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value that a typed text means under a schema; text stays text where it fits nothing else the schema wants. */
export function convertText(text: string, schema: unknown, root: unknown): Converted {
  const shapes = toShapes(schema, root);
  const types = toTypes(shapes);
  const choice = findChoice(text, shapes);
  if (choice !== undefined) return choice;
  if (text === 'null' && types.has('null')) return { value: null };
  if (types.has('boolean') && (text === 'true' || text === 'false')) return { value: text === 'true' };
  if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) return convertNumber(text, types);
  const structure = convertStructure(text, types);
  if (structure !== undefined) return structure;
  const wantsObject = types.has('object') && !types.has('string') && !types.has('array');
  return wantsObject ? { problem: 'must be a JSON object, such as {"name": "value"}' } : { value: text };
}

/** Reads a text as JSON, or says where it stops being JSON. */
export function convertJson(text: string): Converted {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    // The rest of the message quotes the text, which may hold a secret.
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return { problem: `is not valid JSON${position === undefined ? '' : ` (at character ${Number(position) + 1})`}` };
  }
}

function findChoice(text: string, shapes: readonly JsonObject[]): Converted | undefined {
  const choices = shapes.flatMap((shape): unknown[] => {
    if ('const' in shape) return [shape['const']];
    return Array.isArray(shape['enum']) ? shape['enum'] : [];
  });
  if (choices.includes(text)) return { value: text };
  const found = choices.filter((choice) => typeof choice !== 'string' && JSON.stringify(choice) === text);
  return found.length === 0 ? undefined : { value: found[0] };
}

function convertNumber(text: string, types: ReadonlySet<string>): Converted {
  const value = Number(text);
  const isExact = Number.isFinite(value) && (!/^[+-]?\d+$/.test(text) || Number.isSafeInteger(value));
  if (isExact) return { value };
  return types.has('string') ? { value: text } : { problem: 'is a number too large to be passed on exactly' };
}

function convertStructure(text: string, types: ReadonlySet<string>): Converted | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const json = convertJson(text);
  if ('problem' in json) return undefined;
  const fits = Array.isArray(json.value) ? types.has('array') : isJsonObject(json.value) && types.has('object');
  return fits ? json : undefined;
}
