import { formatProblem, type ConfigProblem } from '../config/config-problem.ts';
import { ToolyardError } from './toolyard-error.ts';

/** The `config-invalid` error for what is wrong with a file: one line a problem, then `after`. */
export function toConfigInvalid(file: string, problems: readonly ConfigProblem[], after?: string): ToolyardError {
  const lines = [...problems.map((problem) => formatProblem(file, problem)), ...(after === undefined ? [] : [after])];
  return new ToolyardError('config-invalid', lines.join('\n'), { problems });
}
