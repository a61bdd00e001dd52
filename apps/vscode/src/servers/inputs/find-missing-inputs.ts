import { toLine, type ToolyardError } from '@toolyard/core';

/** The inputs, in quotes, whose missing values are all that is wrong with a configuration; none where there is something else. */
export function findMissingInputs({ code, problems = [] }: ToolyardError): readonly string[] {
  if (code !== 'config-invalid') return [];
  const names = problems.map((problem) =>
    problem.code === 'missing_env_var' ? /^Missing input: (.+?);/.exec(problem.message)?.[1] : undefined,
  );
  const known = names.filter((name) => name !== undefined);
  return known.length < names.length ? [] : [...new Set(known)].map((name) => `"${toLine(name)}"`);
}
