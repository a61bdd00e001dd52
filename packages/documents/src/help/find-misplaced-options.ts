import { isJsonObject } from '@toolyard/core';
import type { BoundBlock, BoundNote } from '../bind/binding.ts';
import type { Issue } from '../parse/note.ts';
import type { HelpContext } from './complete-at.ts';
import { readToolParameters } from './tool-parameters.ts';

/**
 * Warns of options beside plain arguments that tools do not know as parameters, and would most likely ignore without a
 * word. Tools that refuse what they do not know are left to that.
 */
export function findMisplacedOptions(
  { blocks }: Pick<BoundNote, 'blocks'>,
  { catalogue }: Pick<HelpContext, 'catalogue'>,
): Issue[] {
  return blocks.flatMap((bound) => findMisplaced(bound, catalogue).map(({ issue }) => issue));
}

/** The same for one block, with the names of the options. */
export function findMisplaced(
  { block, server }: BoundBlock,
  catalogue: HelpContext['catalogue'],
): readonly { readonly name: string; readonly issue: Issue }[] {
  const { likeOptions = [], range, tool } = block;
  const entry = server === undefined ? undefined : catalogue.find('tools', `${server}:${tool}`);
  const schema = entry?.definition['inputSchema'];
  if (entry === undefined || !isJsonObject(schema) || schema['additionalProperties'] === false) return [];
  const known = readToolParameters(entry).map(({ name }) => name);
  // A tool that names no parameters takes any.
  const names = likeOptions.filter((name) => known.length > 0 && !known.includes(name));
  return names.map((name) => {
    const message = `"${name}" is not a parameter of ${entry.id}, and is an option only if the tool's arguments are under "arguments:"`;
    return { name, issue: { code: 'invalid-block', message, line: range.line, column: 1, severity: 'warning' } };
  });
}
