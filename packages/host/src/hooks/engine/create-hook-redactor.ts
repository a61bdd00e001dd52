import { createValueRedactor, secretsOfVariables } from '@toolyard/core';
import { variablesOfHook, type KnownHook } from '@toolyard/hooks';
import type { Surroundings } from '../../surroundings/surroundings.ts';

/** Takes the secrets out of a value that hooks are given from the environment, such as the key that a program gets and may print. */
export function createHookRedactor(
  hooks: () => readonly KnownHook[],
  env: Surroundings['env'],
): (value: unknown) => unknown {
  const secrets = new Set<string>();
  let known: readonly KnownHook[] | undefined;
  let redact = createValueRedactor([]);
  return (value) => {
    const current = hooks();
    if (current !== known) {
      known = current;
      // A hook that is gone may have a run that goes on.
      for (const secret of secretsOfVariables(variablesIn(current, env))) secrets.add(secret);
      redact = createValueRedactor([...secrets]);
    }
    return redact(value);
  };
}

function variablesIn(hooks: readonly KnownHook[], env: Surroundings['env']): Record<string, string> {
  const names = hooks.flatMap(({ hook }) => variablesOfHook(hook));
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
