import { findDefinitionProblems } from '@toolyard/host';
import { checkServerName } from '../settings/check-server-name.ts';
import { fillForm, type FormPair, type ServerForm } from './server-form.ts';

/** A field of the form that something can be wrong with. */
export type ServerField =
  | 'name'
  | 'command'
  | 'args'
  | 'env'
  | 'cwd'
  | 'image'
  | 'containerName'
  | 'ports'
  | 'mounts'
  | 'url'
  | 'headers';

/** What keeps a form from being saved. */
export interface FormProblems {
  /** For people, at the field that each belongs to. */
  readonly fields: Partial<Record<ServerField, string>>;
  /** What is wrong with something that no field shows. */
  readonly other: readonly string[];
}

/** The names that the form's server cannot have, and the one that it has now, which it may keep whatever it is. */
export interface NameContext {
  readonly others: readonly string[];
  readonly current?: string;
}

/** Where a field of a definition stands in the form. */
const FIELDS: Readonly<Record<string, ServerField>> = {
  command: 'command',
  args: 'args',
  env: 'env',
  cwd: 'cwd',
  url: 'url',
  headers: 'headers',
  'docker.image': 'image',
  'docker.containerName': 'containerName',
  'docker.command': 'args',
  'docker.env': 'env',
  'docker.ports': 'ports',
  'docker.mounts': 'mounts',
};

const NEEDED: Readonly<Record<ServerForm['kind'], readonly ['command' | 'image' | 'url', string]>> = {
  command: ['command', 'Enter the program to start, such as npx.'],
  docker: ['image', 'Enter the image to run, such as mcp/time.'],
  url: ['url', 'Enter the URL of the server.'],
};

/** Everything that is wrong with a form; `undefined` where it can be saved. */
export function checkServerForm(form: ServerForm, { others, current }: NameContext): FormProblems | undefined {
  const fields: Partial<Record<ServerField, string>> = {};
  const other: string[] = [];
  const name = form.name.trim();
  const refused = name === current ? undefined : checkServerName(name, others);
  if (refused !== undefined) fields.name = `${refused.reason} "${refused.suggestion}" would be fine.`;
  const [needed, message] = NEEDED[form.kind];
  for (const { field, text } of findDefinitionProblems(fillForm(form).definition)) {
    const place = findField(field);
    if (place === undefined) other.push(text);
    else fields[place] ??= text;
  }
  if (form[needed].trim() === '') fields[needed] = message;
  else if (form.kind === 'command' && isCommandLine(form.command.trim())) {
    fields.command ??= 'Enter the program alone. Its arguments stand below, one in a line.';
  }
  const list = form.kind === 'url' ? 'headers' : 'env';
  const wrong = findWrongPair(form[list]);
  if (wrong !== undefined) fields[list] = wrong;
  return other.length === 0 && Object.keys(fields).length === 0 ? undefined : { fields, other };
}

function findWrongPair(pairs: readonly FormPair[]): string | undefined {
  const names = pairs.map(({ name }) => name.trim());
  if (pairs.some(({ value }, index) => value !== '' && names[index] === '')) return 'Enter a name for each value.';
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  return twice === undefined ? undefined : `"${twice}" stands there twice.`;
}

function findField(path: string): ServerField | undefined {
  const known = Object.keys(FIELDS).find(
    (field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  );
  return known === undefined ? undefined : FIELDS[known];
}

/** A path of a program may have spaces in it; a command line has one before any part of a path. */
function isCommandLine(command: string): boolean {
  return /^[^\s/\\]+\s/.test(command);
}
