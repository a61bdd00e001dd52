/** Where the values of variables come from. */
export interface VariableSource {
  env(name: string): string | undefined;
  /** The value of `${input:ID}`. */
  input(id: string): string | undefined;
  /** An input without a value is no problem and stays in the text, for a file that is only looked at. */
  readonly keepsInputs?: boolean;
  readonly workspaceFolder: string;
  readonly userHome: string;
  /** `/` or `\`. */
  readonly pathSeparator: string;
}

/** A variable that a text uses and that has no value. */
export interface MissingVariable {
  readonly kind: 'env' | 'input';
  readonly name: string;
}

/** A text with its variables put in; only usable where nothing is missing. */
export interface Expansion {
  readonly text: string;
  /** Each once, in the order of the text. */
  readonly missing: readonly MissingVariable[];
  /** References of a form that nobody here knows, e.g. `${command:pick}` or `${A:-${B}}`; they stay in the text. */
  readonly unknown: readonly string[];
}

interface Findings {
  readonly missing: MissingVariable[];
  readonly unknown: string[];
}

const REFERENCE = /\$(?:\$|\{|[A-Za-z_][A-Za-z0-9_]*)/g;
const UPPER_CASE = /^\$_*[A-Z][A-Z0-9_]*$/;

/** Puts variables into a text, once: what a value holds is not looked at again. */
export function expandVariables(text: string, source: VariableSource): Expansion {
  const findings: Findings = { missing: [], unknown: [] };
  return { text: expand(text, source, findings), ...findings };
}

function expand(text: string, source: VariableSource, findings: Findings): string {
  const lastBrace = text.lastIndexOf('}');
  let result = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(REFERENCE)) {
    // Whatever stood inside braces was dealt with together with them.
    if (index < from) continue;
    if (found === '${' && index > lastBrace) continue;
    const end = found === '${' ? text.indexOf('}', index) + 1 : index + found.length;
    result += text.slice(from, index) + resolveReference(text.slice(index, end), source, findings);
    from = end;
  }
  return result + text.slice(from);
}

function resolveReference(reference: string, source: VariableSource, findings: Findings): string {
  if (reference === '$$') return '$';
  if (reference.startsWith('${')) return resolveBraces(reference, source, findings);
  return UPPER_CASE.test(reference) ? resolveEnv(reference.slice(1), reference, source, findings) : reference;
}

function resolveBraces(reference: string, source: VariableSource, findings: Findings): string {
  const body = reference.slice(2, -1);
  const given = resolvePlace(body, source);
  if (given !== undefined) return given;
  const dash = body.indexOf(':-');
  const name = (dash < 0 ? body : body.slice(0, dash)).replace(/^env:/, '');
  if (name.startsWith('input:')) return resolveInput(name.slice(6), reference, source, findings);
  if (name === '') return reference;
  if (name.includes(':') || body.includes('${')) {
    findings.unknown.push(reference);
    return reference;
  }
  if (dash < 0) return resolveEnv(name, reference, source, findings);
  // As in a shell, the default also stands in for a value that is empty.
  return source.env(name) || body.slice(dash + 2);
}

function resolvePlace(name: string, source: VariableSource): string | undefined {
  switch (name) {
    case 'workspaceFolder':
      return source.workspaceFolder;
    case 'workspaceFolderBasename':
      return source.workspaceFolder.split(/[\\/]/).findLast((part) => part !== '') ?? '';
    case 'userHome':
      return source.userHome;
    case 'pathSeparator':
    case '/':
      return source.pathSeparator;
    default:
      return undefined;
  }
}

function resolveEnv(name: string, reference: string, source: VariableSource, findings: Findings): string {
  return source.env(name) ?? noteMissing({ kind: 'env', name }, reference, findings);
}

function resolveInput(id: string, reference: string, source: VariableSource, findings: Findings): string {
  return source.input(id) ?? noteMissing({ kind: 'input', name: id }, reference, findings);
}

function noteMissing(variable: MissingVariable, reference: string, findings: Findings): string {
  const known = findings.missing.some(({ kind, name }) => kind === variable.kind && name === variable.name);
  if (!known) findings.missing.push(variable);
  return reference;
}
