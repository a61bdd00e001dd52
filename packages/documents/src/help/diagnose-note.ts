import { isJsonObject, type CatalogueEntry, findNearest } from '@toolyard/core';
import type { BoundBlock, BoundNote } from '../bind/binding.ts';
import { explainRefusedArguments } from '../parse/explain-refused-arguments.ts';
import type { Issue } from '../parse/note.ts';
import type { HelpContext } from './complete-at.ts';
import { findMisplacedOptions } from './find-misplaced-options.ts';
import { readToolParameters } from './tool-parameters.ts';

/** Everything a person should know about a note, in the order of the text; runs nothing. */
export function diagnoseNote(bound: BoundNote, { catalogue }: Pick<HelpContext, 'catalogue'>): Issue[] {
  const ofBlocks = bound.blocks.flatMap((block) => [...block.issues, ...diagnoseCall(block, catalogue)]);
  const misplaced = findMisplacedOptions(bound, { catalogue });
  return [...bound.issues, ...ofBlocks, ...misplaced].toSorted(
    (left, right) => left.line - right.line || left.column - right.column,
  );
}

function diagnoseCall({ block, server, issues }: BoundBlock, catalogue: HelpContext['catalogue']): Issue[] {
  if (server === undefined || issues.some(({ severity }) => severity === 'error')) return [];
  // A server that never ran has no list yet, and nothing is known about its tools.
  if (catalogue.listOf('tools', server).length === 0) return [];
  const place = { line: block.range.line, column: 1, severity: 'error' } as const;
  const entry = catalogue.find('tools', `${server}:${block.tool}`);
  if (entry === undefined) return [{ ...place, code: 'tool-not-found', message: `Tool not found: ${block.tool}` }];
  const problems = findProblems(entry, block.arguments);
  if (problems.length === 0) return [];
  const message = explainRefusedArguments(block, `Invalid parameters for ${entry.id}: ${problems.join('; ')}`);
  return [{ ...place, code: 'invalid-arguments', message }];
}

/** What the names and the fixed values tell; the rest of a schema is checked when the call is made. */
function findProblems(entry: CatalogueEntry, given: Readonly<Record<string, unknown>>): string[] {
  const parameters = readToolParameters(entry);
  const names = parameters.map(({ name }) => name);
  const missing = parameters.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  const schema = entry.definition['inputSchema'];
  const isStrict = isJsonObject(schema) && schema['additionalProperties'] === false;
  const unknown = Object.keys(given).filter((name) => isStrict && !names.includes(name));
  const wrong = parameters.filter(
    ({ name, values, type }) =>
      values.length > 0 && type !== 'boolean' && Object.hasOwn(given, name) && !values.includes(given[name]),
  );
  return [
    ...missing.map(({ name }) => `${name} is missing`),
    ...unknown.map((name) => describeUnknown(name, names)),
    ...wrong.map(
      ({ name, values }) => `${name} must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    ),
  ];
}

function describeUnknown(name: string, names: readonly string[]): string {
  const nearest = findNearest(name, names);
  return `unknown argument "${name}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}
