import type { Reporter } from './create-reporter.ts';
import { expandVariables, type MissingVariable, type VariableSource } from './expand-variables.ts';
import type { Expanded, Place } from './place.ts';
import { toInputVariable } from './to-input-variable.ts';

/** Creates what puts variables into the strings of a file and reports those that have no value. */
export function createExpander(
  source: VariableSource,
  reporter: Reporter,
  missingInputs: Set<string>,
): (text: string, place: Place) => Expanded | undefined {
  return (text, { node: { offset }, path }) => {
    if (!text.includes('$')) return { text, isOpen: false };
    const expansion = expandVariables(text, source);
    for (const reference of expansion.unknown) {
      reporter.warning({ offset, path, message: `${reference} is not a variable Toolyard knows; it stays as it is` });
    }
    const inputs = expansion.missing.filter(({ kind }) => kind === 'input');
    for (const { name } of inputs) missingInputs.add(name);
    const missing = expansion.missing.filter(({ kind }) => kind === 'env' || source.keepsInputs !== true);
    for (const variable of missing) {
      reporter.problem({ offset, path, code: 'missing_env_var', message: describeMissing(variable) });
    }
    return missing.length === 0 ? { text: expansion.text, isOpen: inputs.length > 0 } : undefined;
  };
}

function describeMissing({ kind, name }: MissingVariable): string {
  return kind === 'env'
    ? `Missing environment variable: ${name}`
    : `Missing input: ${name}; set ${toInputVariable(name)}, or start Toolyard on a terminal to be asked`;
}
