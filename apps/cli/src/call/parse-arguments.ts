import {
  assignPath,
  convertJson,
  convertText,
  findItem,
  isJsonObject,
  locateArgument,
  toShapes,
  toTypes,
  toVisibleJson,
  type ArgumentPlace,
  type Converted,
} from '@toolyard/core';

/** Something wrong with what was typed. */
export interface WordProblem {
  /** The word it concerns, as it was typed. */
  readonly word: string;
  /** Complete, and without the value: `days: is given twice`. */
  readonly message: string;
}

/** The arguments that the words mean, as far as they can be understood. */
export interface ParsedArguments {
  readonly arguments: Record<string, unknown>;
  readonly problems: readonly WordProblem[];
}

interface Word {
  readonly word: string;
  readonly name: string;
  readonly text: string;
  /** `name:=JSON` */
  readonly isJson: boolean;
}

interface Argument extends ArgumentPlace {
  readonly words: [Word, ...Word[]];
}

/**
 * Reads `name=value`, `name:=JSON` and `object.field=value` by a tool's schema; `json` is what they are laid over.
 *
 * Says what cannot be understood; whether the values are right is for the validation to say.
 */
export function parseArguments(words: readonly string[], schema: unknown, json?: string): ParsedArguments {
  const problems: WordProblem[] = [];
  const base = json === undefined ? {} : parseBase(json, problems);
  const all = collectArguments(words, schema, problems);
  for (const argument of all) {
    const [{ word, name }] = argument.words;
    const converted = overlaps(argument, all)
      ? { problem: 'is given both as a whole and by its fields' }
      : convertArgument(argument, schema);
    if ('problem' in converted) problems.push({ word, message: `${name}: ${converted.problem}` });
    else assignPath(base, argument.path, converted.value);
  }
  return { arguments: base, problems };
}

function parseBase(json: string, problems: WordProblem[]): Record<string, unknown> {
  const converted = convertJson(json);
  if ('value' in converted && isJsonObject(converted.value)) return { ...converted.value };
  const problem = 'problem' in converted ? converted.problem : 'must be a JSON object';
  problems.push({ word: json, message: `--args: ${problem}` });
  return {};
}

function collectArguments(words: readonly string[], schema: unknown, problems: WordProblem[]): readonly Argument[] {
  const byPath = new Map<string, Argument>();
  for (const text of words) {
    const word = parseWord(text);
    if (word === undefined) {
      problems.push({
        word: text,
        message: `${toVisibleJson(text.slice(0, 60))} is not an argument; write name=value`,
      });
      continue;
    }
    const place = locateArgument(word.name, schema);
    const key = JSON.stringify(place.path);
    const same = byPath.get(key);
    if (same === undefined) byPath.set(key, { ...place, words: [word] });
    else same.words.push(word);
  }
  return [...byPath.values()];
}

function parseWord(word: string): Word | undefined {
  const equals = word.indexOf('=');
  if (equals < 1) return undefined;
  const isJson = equals > 1 && word[equals - 1] === ':';
  return { word, name: word.slice(0, isJson ? equals - 1 : equals), text: word.slice(equals + 1), isJson };
}

function overlaps({ path }: Argument, all: readonly Argument[]): boolean {
  return all.some((other) => other.path.length > path.length && path.every((name, at) => other.path[at] === name));
}

function convertArgument({ words, schema }: Argument, root: unknown): Converted {
  const shapes = toShapes(schema, root);
  const types = toTypes(shapes);
  const [first] = words;
  if (words.length > 1 && !types.has('array')) return { problem: `is given ${times(words.length)}` };
  if (words.length > 1) return convertItems(words, schema, root);
  const single = first.isJson ? convertJson(first.text) : convertText(first.text, schema, root);
  const isLoneItem = !first.isJson && types.has('array') && 'value' in single && typeof single.value === 'string';
  return isLoneItem && !types.has('string') ? convertItems(words, schema, root) : single;
}

function convertItems(words: readonly Word[], schema: unknown, root: unknown): Converted {
  const values: unknown[] = [];
  for (const [index, { text, isJson }] of words.entries()) {
    const item = isJson ? convertJson(text) : convertText(text, findItem(toShapes(schema, root), index), root);
    if ('problem' in item) return item;
    values.push(item.value);
  }
  return { value: values };
}

function times(count: number): string {
  return count === 2 ? 'twice' : `${count} times`;
}
