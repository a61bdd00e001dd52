import type { CatalogueEntry } from '@toolyard/core';
import type { BoundNote } from '../bind/binding.ts';
import type { HelpContext } from './complete-at.ts';
import { findPlace } from './find-place.ts';
import { readToolDescription, readToolParameters, type ToolParameter } from './tool-parameters.ts';

/** Markdown about the text from `start` to `end`. It holds a server's own words, which are not to be trusted. */
export interface Hover {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The tool that it is about, for hosts that show it in another way. */
  readonly tool: CatalogueEntry;
  /** The parameter of it that it is about; absent where it is about the whole tool. */
  readonly parameter?: ToolParameter;
}

/** What a host can show about an offset: the tool of a block, or one of its parameters. */
export function hoverAt(bound: BoundNote, offset: number, { servers, catalogue }: HelpContext): Hover | undefined {
  const place = findPlace(bound, offset, servers);
  if (place?.block.server === undefined || offset > place.end) return undefined;
  const { start, end, kind, key, block } = place;
  const entry = catalogue.find('tools', `${block.server}:${block.tool}`);
  if (entry === undefined) return undefined;
  if (kind === 'language' || key === 'tool') return { start, end, text: describeTool(entry), tool: entry };
  const parameter = readToolParameters(entry).find(({ name }) => name === key);
  return parameter && { start, end, text: describeParameter(parameter), tool: entry, parameter };
}

function describeTool(entry: CatalogueEntry): string {
  const parameters = readToolParameters(entry).map((parameter) => `- ${describeParameter(parameter)}`);
  return [`**${entry.id}**`, readToolDescription(entry), parameters.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeParameter({ name, type, required, description, values }: ToolParameter): string {
  const facts = [type, required ? 'required' : ''].filter((fact) => fact !== '').join(', ');
  const about = [
    description,
    values.length > 0 ? `One of ${values.map((value) => JSON.stringify(value)).join(', ')}` : '',
  ];
  const rest = about.filter((part) => part !== '').join('. ');
  return `\`${name}\`${facts === '' ? '' : ` (${facts})`}${rest === '' ? '' : `: ${rest}`}`;
}
