import type { Catalogue } from '@toolyard/core';
import type { BoundNote, BindableServer } from '../bind/binding.ts';
import { toYamlScalar } from '../write/to-yaml-scalar.ts';
import { findPlace, type HelpPlace } from './find-place.ts';
import { readToolDescription, readToolParameters, type ToolParameter } from './tool-parameters.ts';

/** One text that can be put in at a position. */
export interface Completion {
  readonly kind: 'server' | 'tool' | 'parameter' | 'option' | 'value';
  readonly label: string;
  /** What replaces the text from `start` to `end`. */
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  readonly detail: string;
  /** The tool cannot be called without it. */
  readonly isRequired?: true;
}

/** What help depends on besides the note. */
export interface HelpContext {
  readonly servers: readonly BindableServer[];
  readonly catalogue: Pick<Catalogue, 'listOf' | 'find'>;
}

type Offer = Omit<Completion, 'start' | 'end'>;

const OPTIONS: readonly [string, string][] = [
  ['timeout', 'Time limit of the call in milliseconds'],
  ['display', 'inline, block, collapsed or table'],
  ['id', 'Id of the block'],
];

/**
 * What can stand at an offset and begins with the word there: servers, tools, parameters, options and values; none outside of blocks. Of tools, of which
 * there may be hundreds, those that have the word anywhere in their names come last.
 */
export function completeAt(bound: BoundNote, offset: number, context: HelpContext): Completion[] {
  const place = findPlace(bound, offset, context.servers);
  if (place === undefined) return [];
  const typed = place.typed.toLowerCase();
  // Right behind its colon a value would be part of the key.
  const space = place.kind === 'value' && bound.note.text[place.start - 1] === ':' ? ' ' : '';
  return offer(bound, place, context)
    .map((item) => ({ item, at: item.label.toLowerCase().indexOf(typed) }))
    .filter(({ item, at }) => at === 0 || (at > 0 && item.kind === 'tool'))
    .toSorted((left, right) => Math.sign(left.at) - Math.sign(right.at))
    .map(({ item }) => ({ ...item, insert: space + item.insert, start: place.start, end: place.end }));
}

function offer(bound: BoundNote, place: HelpPlace, context: HelpContext): Offer[] {
  const { kind, key, isInner, block } = place;
  if (kind === 'language') {
    // Blocks of other servers say `mcp` and `server:`.
    const isLanguage = ({ label }: Offer): boolean => bound.note.servers.includes(label);
    return [...offerServers(bound, block.line, context).filter(isLanguage), GENERAL];
  }
  if (kind === 'key') return offerKeys(place, context);
  if (!isInner && key === 'tool') return offerTools(place, context);
  if (!isInner && key === 'server' && block.language === 'mcp') return offerServers(bound, block.line, context);
  if (block.hasArguments && !isInner)
    return key === 'display' ? ['inline', 'block', 'collapsed', 'table'].map(toValue) : [];
  const parameter = parametersOf(place, context).find(({ name }) => name === key);
  return (parameter?.values ?? []).map(toValue);
}

const GENERAL: Offer = { kind: 'server', label: 'mcp', insert: 'mcp', detail: 'The server of the section' };

function offerServers(bound: BoundNote, line: number, { servers }: HelpContext): Offer[] {
  const only = bound.serverAt(line);
  return servers
    .filter(({ key, enabled }) => enabled && (only === undefined || key === only))
    .map(({ key }) => ({ kind: 'server', label: key, insert: key, detail: 'Server' }));
}

function offerTools({ block }: HelpPlace, { catalogue }: HelpContext): Offer[] {
  if (block.server === undefined) return [];
  return catalogue.listOf('tools', block.server).map((entry) => ({
    kind: 'tool',
    label: entry.name,
    insert: toYamlScalar(entry.name),
    detail: readToolDescription(entry),
  }));
}

function offerKeys(place: HelpPlace, context: HelpContext): Offer[] {
  const { block, isInner } = place;
  const heads: readonly [string, string][] = [
    ['tool', 'The tool to call'],
    ...(block.language === 'mcp' ? [['server', 'The server that has the tool'] as [string, string]] : []),
    ...(block.hasArguments ? OPTIONS : []),
  ];
  const options = (isInner ? [] : heads).map(([name, detail]) => toKey('option', name, detail));
  const parameters = block.hasArguments && !isInner ? [] : parametersOf(place, context);
  const known = parameters.map((parameter) => ({
    ...toKey('parameter', parameter.name, describe(parameter)),
    ...(parameter.required && { isRequired: true as const }),
  }));
  return [...options, ...known].filter(({ label }) => !block.given.has(label));
}

function parametersOf({ block }: HelpPlace, { catalogue }: HelpContext): ToolParameter[] {
  const entry = block.server === undefined ? undefined : catalogue.find('tools', `${block.server}:${block.tool}`);
  return entry === undefined ? [] : readToolParameters(entry);
}

function describe({ type, description }: ToolParameter): string {
  return [type, description].filter((part) => part !== '').join(', ');
}

function toKey(kind: 'parameter' | 'option', name: string, detail: string): Offer {
  return { kind, label: name, insert: `${toYamlScalar(name)}: `, detail };
}

function toValue(value: unknown): Offer {
  const label = typeof value === 'string' ? value : JSON.stringify(value);
  return { kind: 'value', label, insert: typeof value === 'string' ? toYamlScalar(value) : label, detail: '' };
}
