import { isJsonObject } from '@toolyard/core';
import { findFieldAt, findPathAt, readLooseValues, type KnownField, type LooseValues } from '@toolyard/hooks';
import { CONTEXT_MEANINGS, namesForHook } from './context-meanings.ts';
import { findRole, findOfferedTool, type HooksText, type PlaceRole, type TextRange } from './hooks-text.ts';

/** Something that can be put at the cursor. */
export interface HooksOffer {
  readonly label: string;
  readonly kind: 'key' | 'word' | 'server' | 'tool' | 'parameter' | 'context';
  /** Beside the label. */
  readonly detail?: string;
  /** Plain text. */
  readonly about?: string;
  /** What takes the place of `range`. */
  readonly insert: string;
  readonly range: TextRange;
}

type Word = Omit<HooksOffer, 'insert' | 'range'>;

/**
 * What can stand at an offset of a hooks file, also while it is typed. Of JSON only what depends on the folder, since the editor itself
 * completes keys and fixed words by the schema.
 */
export function completeHooks({ text, format, servers }: HooksText, offset: number): readonly HooksOffer[] {
  const place = findPathAt(text, format, offset);
  if (place === undefined) return [];
  const values = readLooseValues(text, format);
  const { path, at } = place;
  const written = text.slice(place.start, place.end);
  const role = findRole(path, at, values);
  if (role?.kind === 'template') return completeTemplate(role.hook, { text, start: place.start, offset, values });
  const words = role === undefined ? [] : wordsOf(role, servers, values);
  const own = words.map((word) => toOffer(word, place, written, { isJson: format === 'json', at }));
  if (format === 'json') return own;
  const field = findFieldAt(at === 'key' ? path.slice(0, -1) : path, values);
  return [...own, ...(field === undefined ? [] : completeField(field, { at, written, place }))];
}

/** Names of values, where a brace is open before the cursor. */
function completeTemplate(
  hook: number,
  { text, start, offset, values }: { text: string; start: number; offset: number; values: LooseValues },
): readonly HooksOffer[] {
  const before = text.slice(start, offset);
  const [, braces = '', name] = /(\{+)([\w.[\]]*)$/.exec(before) ?? [];
  // Two braces are one as text.
  if (name === undefined || braces.length % 2 === 0) return [];
  const rest = /^[\w.[\]]*\}?/.exec(text.slice(offset))?.[0] ?? '';
  const range = { start: offset - name.length, end: offset + rest.length };
  return contextWords(hook, values).map((word) => ({ ...word, insert: `${word.label}}`, range }));
}

function contextWords(hook: number, values: LooseValues): readonly Word[] {
  return namesForHook(hook, values).map((label) => ({ label, kind: 'context', about: CONTEXT_MEANINGS[label] }));
}

function wordsOf(
  role: Exclude<PlaceRole, { kind: 'template' }>,
  servers: HooksText['servers'],
  values: LooseValues,
): readonly Word[] {
  switch (role.kind) {
    case 'server':
      return servers.map(({ id, status, reason, description }) => ({
        label: id,
        kind: 'server',
        detail: reason === undefined ? status : `${status}: ${reason}`,
        ...(description === undefined ? {} : { about: description }),
      }));
    case 'tool':
      return (servers.find(({ id }) => id === role.server)?.tools ?? []).map(({ name, displayName, description }) => ({
        label: name,
        kind: 'tool',
        detail: displayName,
        about: description,
      }));
    case 'tool id':
      return servers.flatMap(({ tools }) =>
        tools.map(({ name, serverId, description }) => ({
          label: `${serverId}:${name}`,
          kind: 'tool' as const,
          about: description,
        })),
      );
    case 'parameter':
      return parameterWords(findOfferedTool(servers, role.server, role.tool)?.inputSchema);
    case 'context':
      return contextWords(role.hook, values);
    default:
      return role satisfies never;
  }
}

function parameterWords(schema: unknown): readonly Word[] {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const required = isJsonObject(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([label, inner]) => {
    const { type, description }: Readonly<Record<string, unknown>> = isJsonObject(inner) ? inner : {};
    const kind = typeof type === 'string' ? type : 'any';
    return {
      label,
      kind: 'parameter',
      detail: required.includes(label) ? `${kind}, required` : kind,
      ...(typeof description === 'string' && { about: description }),
    };
  });
}

function toOffer(
  word: Word,
  { start, end }: TextRange,
  written: string,
  { isJson, at }: { readonly isJson: boolean; readonly at: 'key' | 'value' },
): HooksOffer {
  const isNewKey = at === 'key' && written === '';
  const quoted = isJson ? JSON.stringify(word.label) : toYamlWord(word.label, written);
  return { ...word, insert: isNewKey ? `${quoted}: ` : quoted, range: { start, end } };
}

/** In the quotes that are there already, or in some where the word needs them. */
function toYamlWord(word: string, written: string): string {
  if (written.startsWith("'")) return `'${word.replaceAll("'", "''")}'`;
  return !written.startsWith('"') && /^[A-Za-z_][\w./-]*$/.test(word) ? word : JSON.stringify(word);
}

function completeField(
  { keys, words, about }: KnownField,
  { at, written, place }: { readonly at: 'key' | 'value'; readonly written: string; readonly place: TextRange },
): readonly HooksOffer[] {
  const range = { start: place.start, end: place.end };
  const offers = keys.map((key): HooksOffer => {
    const insert = key.holds === 'value' ? `${key.name}: ` : `${key.name}:`;
    const isThere = at === 'key' && written !== '';
    return {
      label: key.name,
      kind: 'key',
      ...(key.required && { detail: 'required' }),
      about: key.about,
      insert: isThere ? key.name : insert,
      range,
    };
  });
  if (at === 'key') return offers;
  const fixed = words.map((label): HooksOffer => ({
    label,
    kind: 'word',
    ...(about === undefined ? {} : { about }),
    insert: toYamlWord(label, written),
    range,
  }));
  return [...offers, ...fixed];
}
