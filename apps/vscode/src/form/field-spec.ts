import type { JsonPath } from '@toolyard/core';
import type { FieldChoice } from './protocol.ts';

/** One field of the form: which value of a hook it is about, and how that is typed. */
export interface FieldSpec {
  /** What messages name it by. */
  readonly key: string;
  readonly label: string;
  readonly about?: string;
  /** Where its value lies in a hook. */
  readonly path: JsonPath;
  /**
   * `text` and `long`: a text, absent where it is empty. `number`: a whole number, or a template. `seconds`: milliseconds in the file.
   * `lines`: texts, of which empty ones are left out. `words`: texts, of which none is. `pairs`: texts by name.
   * `condition`: a condition that is equality or a glob. `exitCode`: one on a number. `tool`: server and tool.
   */
  readonly kind:
    | 'text'
    | 'long'
    | 'number'
    | 'seconds'
    | 'choice'
    | 'flag'
    | 'lines'
    | 'words'
    | 'pairs'
    | 'condition'
    | 'exitCode'
    | 'tool';
  readonly isRequired?: true;
  readonly isTemplate?: true;
  /** What the field shows where the hook says nothing. */
  readonly unset?: string | boolean;
  readonly placeholder?: string;
  readonly choices?: readonly FieldChoice[];
  readonly suggestions?: readonly string[];
  /** What the servers have that can stand in its lines. */
  readonly offers?: 'tools' | 'servers';
  readonly addLabel?: string;
}

/** The words of an operation or a parameter for people: `create-branch` is `Create branch`, `setUpstream` is `Set upstream`. */
export function toLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
