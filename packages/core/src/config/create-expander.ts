import { isSecretName } from '../secret/is-secret.ts';
import type { Reporter } from './create-reporter.ts';
import { expandVariables, type MissingVariable, type VariableSource } from './expand-variables.ts';
import type { Expanded, Place } from './place.ts';
import { toInputVariable } from './to-input-variable.ts';

/** What an expander tells besides the text. */
export interface ExpanderFindings {
  /** Environment variables that would have to be set, by the server that needs them. */
  readonly missing: Map<string, Set<string>>;
  /** Inputs without a value, by the server that names them; no problem where the file is only looked at. */
  readonly openInputs: Map<string, Set<string>>;
  /** Values of variables that are secrets by their names. */
  readonly secrets: string[];
  /** Whether what is typed for an input is hidden. */
  isHidden(input: string): boolean;
}

/** Creates what puts variables into the strings of servers and reports those that have no value. */
export function createExpander(
  given: VariableSource,
  reporter: Reporter,
  { missing, openInputs, secrets, isHidden }: ExpanderFindings,
): (text: string, place: Place) => Expanded {
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
    const server = String(path[1]);
    const expansion = expandVariables(text, source);
    for (const reference of expansion.unknown) {
      reporter.warning({
        offset,
        path,
        message: `${reference} is not a variable that Toolyard knows; it is kept as written`,
      });
    }
    for (const variable of expansion.missing) {
      if (variable.kind === 'input') addTo(openInputs, server, variable.name);
      if (variable.kind === 'input' && source.keepsInputs === true) continue;
      addTo(missing, server, variable.kind === 'env' ? variable.name : toInputVariable(variable.name));
      reporter.problem({ offset, path, server, code: 'missing_env_var', message: describeMissing(variable) });
    }
    return { text: expansion.text, isOpen: expansion.missing.length > 0 };
  };
}

function addTo(sets: Map<string, Set<string>>, key: string, name: string): void {
  sets.set(key, new Set([...(sets.get(key) ?? []), name]));
}

function describeMissing({ kind, name }: MissingVariable): string {
  return kind === 'env'
    ? `Missing environment variable: ${name}`
    : `Missing input: ${name}; set ${toInputVariable(name)}, or start Toolyard on a terminal to be asked`;
}
