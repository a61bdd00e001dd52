const UNKNOWN = /^error: unknown option '--?([\w.-]+)(?:=([\w./:@-]*)')?/;

/** What to write instead, below a complaint of `call` about an option that may have been meant for the tool; else nothing. */
export function hintAtArgument(complaint: string): string {
  const [, name, value] = UNKNOWN.exec(complaint) ?? [];
  if (name === undefined) return '';
  return `Tool arguments have no dashes. Write: ${name}=${value || 'VALUE'}\n`;
}
