import type { BindingTarget } from './binding.ts';

/** What a new entry of `toolyard.bindings` says. */
export interface NewBinding {
  readonly target: BindingTarget;
  readonly server: string;
  /** Whether sections below have it too, which they have unless this is false. */
  readonly inherit?: boolean;
}

/** What YAML takes for a text without quotes: a name, also one of a tool behind that of its server. */
const PLAIN = /^(?!(?:true|false|null)$)[a-z_][\w.-]*(?::[\w./-]+)?$/i;
/** What reading would take for the closing marks of a heading. */
const CLOSING = /[ \t]#+$/;

/** An entry of `toolyard.bindings` on one line. */
export function writeBinding({ target, server, inherit = true }: NewBinding): string {
  const fields = [...writeTarget(target), `server: ${writeText(server)}`, ...(inherit ? [] : ['inherit: false'])];
  return `{ ${fields.join(', ')} }`;
}

/** A text as a YAML value, in quotes where it could be read as something else. */
export function writeText(text: string): string {
  return PLAIN.test(text) ? text : JSON.stringify(text);
}

function writeTarget(target: BindingTarget): string[] {
  switch (target.kind) {
    case 'heading':
      return [`heading: ${JSON.stringify(writeHeading(target.text, target.level))}`];
    case 'block':
      return [`block: ${writeText(target.id)}`];
    default:
      return [`lines: "${target.start}-${target.end}"`];
  }
}

function writeHeading(text: string, level: number | undefined): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (level === undefined) return words;
  const marks = '#'.repeat(level);
  return CLOSING.test(` ${words}`) ? `${marks} ${words} ${marks}` : `${marks} ${words}`;
}
