import { checkContextName } from '../map/check-context-name.ts';
import { parseTemplate } from '../map/parse-template.ts';

/** What is wrong with the name of a context value, or a path into one, as a problem of a file is written. */
export function checkName(name: string): string | undefined {
  return checkContextName(name)?.replace(/\.$/, '');
}

/** What is wrong with a template, as a problem of a file is written. */
export function checkTemplate(text: string): string | undefined {
  const template = parseTemplate(text);
  return 'problem' in template ? template.problem.replace(/\.$/, '') : undefined;
}
