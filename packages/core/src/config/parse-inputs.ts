import type { ConfigInput } from './config-input.ts';
import type { Place, ReadContext } from './place.ts';
import { readFields } from './read-shape.ts';
import { INPUT_FIELDS } from './settings-fields.ts';

/** Reads the `inputs` part by id; wrong entries are reported and left out. */
export function parseInputs(place: Place | undefined, context: ReadContext): ReadonlyMap<string, ConfigInput> {
  const inputs = new Map<string, ConfigInput>();
  if (place === undefined) return inputs;
  if (place.node.type !== 'array') {
    context.reporter.problem({ offset: place.node.offset, path: place.path, message: 'inputs must be an array' });
  }
  for (const [index, node] of (place.node.type === 'array' ? (place.node.children ?? []) : []).entries()) {
    const path = [...place.path, index];
    if (node.type === 'object') {
      const input = toInput(readFields({ node, path, around: path.length }, INPUT_FIELDS, context));
      if (input !== undefined) inputs.set(input.id, input);
    } else {
      context.reporter.problem({ offset: node.offset, path, message: `inputs[${index}] must be an object` });
    }
  }
  return inputs;
}

function toInput(values: Readonly<Record<string, unknown>>): ConfigInput | undefined {
  const { id, description, password, default: answer, options } = values;
  if (typeof id !== 'string') return undefined;
  return {
    id,
    password: password === true,
    ...(typeof description === 'string' && { description }),
    ...(typeof answer === 'string' && { default: answer }),
    ...(Array.isArray(options) && { options: options.flatMap(toOption) }),
  };
}

/** VS Code takes bare answers and answers with a label. */
function toOption(option: unknown): string[] {
  if (typeof option === 'string') return [option];
  const value = typeof option === 'object' && option !== null && 'value' in option ? option.value : undefined;
  return typeof value === 'string' ? [value] : [];
}
