import type { Configuration } from '@toolyard/core';
import { checkConfiguredBindings } from '@toolyard/documents';
import { formatProblem } from '@toolyard/node';
import type { Finding } from './finding.ts';

/** Looks at the bindings of a configuration, which are read only when a note runs. */
export function checkBindings(file: string, { servers, settings }: Configuration): Finding[] {
  const keys = servers.map(({ key }) => key);
  return checkConfiguredBindings(settings.bindings ?? [], keys).map(({ index, key, message }) => {
    const path = `$.toolyard.bindings[${index}]${key === undefined ? '' : `.${key}`}`;
    const problem = { code: 'invalid_schema', path } as const;
    return {
      check: 'configuration',
      level: 'wrong',
      text: formatProblem(file, { ...problem, message }),
      advice: 'Fix or remove the binding: until then nothing runs in its sections.',
      ...problem,
    };
  });
}
