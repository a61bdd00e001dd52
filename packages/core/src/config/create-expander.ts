import { isSecretName } from '../secret/is-secret.ts';
import type { Reporter } from './create-reporter.ts';
import { expandVariables, type MissingVariable, type VariableSource } from './expand-variables.ts';
import type { Expanded, Place } from './place.ts';
import { toInputVariable } from './to-input-variable.ts';

/** What an expander tells besides the text. */
export interface ExpanderFindings {
  readonly missingInputs: Set<string>;
  /** Values of variables that are secrets by their names. */
  readonly secrets: string[];
  /** Whether what is typed for an input is hidden. */
  isHidden(input: string): boolean;
}

/** Creates what puts variables into the strings of a file and reports those that have no value. */
export function createExpander(
  given: VariableSource,
  reporter: Reporter,
  { missingInputs, secrets, isHidden }: ExpanderFindings,
): (text: string, place: Place) => Expanded | undefined {
  const keep = (value: string | undefined, isSecret: boolean): string | undefined => {
    if (isSecret && value !== undefined && value !== '') secrets.push(value);
    return value;
  };
  const source: VariableSource = {
    ...given,
    env: (name) => keep(given.env(name), isSecretName(name)),
    input: (id) => keep(given.input(id), isSecretName(id) || isHidden(id)),
  };
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
