import { findFieldAt, findPathAt, readLooseValues } from '@toolyard/hooks';
import { describeServerRow, describeToolRow } from '../rows/server-rows.ts';
import { toMarkdownText } from '../rows/to-markdown.ts';
import { CONTEXT_MEANINGS } from './context-meanings.ts';
import { findRole, findOfferedTool, type HooksText, type PlaceRole, type TextRange } from './hooks-text.ts';

/** What is shown about a place of a text, as Markdown. */
export interface HoverText {
  readonly markdown: string;
  readonly range: TextRange;
}

/** What is known of the server, tool, parameter or value that stands at an offset; of YAML also what keys are for. */
export function hoverHooks(given: HooksText, offset: number, now: number): HoverText | undefined {
  const { text, format } = given;
  const place = findPathAt(text, format, offset);
  if (place === undefined || place.start === place.end) return undefined;
  const values = readLooseValues(text, format);
  const { path, at, start, end } = place;
  const role = findRole(path, at, values);
  if (role !== undefined) {
    const found = describeRole(role, given, { start, end, offset, now });
    if (found !== undefined) return found;
  }
  const about = format === 'yaml' ? findFieldAt(path, values)?.about : undefined;
  return about === undefined ? undefined : { markdown: toMarkdownText(about), range: { start, end } };
}

function describeRole(
  role: PlaceRole,
  { text, servers }: HooksText,
  { start, end, offset, now }: TextRange & { readonly offset: number; readonly now: number },
): HoverText | undefined {
  const range = { start, end };
  const written = text.slice(start, end).replaceAll(/^["']|["']$/g, '');
  switch (role.kind) {
    case 'server': {
      const server = servers.find(({ id }) => id === written);
      return server && { markdown: describeServerRow(server, now), range };
    }
    case 'tool':
    case 'tool id': {
      const [server = '', name = ''] = role.kind === 'tool' ? [role.server, written] : splitToolId(written);
      const tool = findOfferedTool(servers, server, name);
      return tool && { markdown: describeToolRow(tool, now), range };
    }
    case 'parameter': {
      const tool = findOfferedTool(servers, role.server, role.tool);
      return tool && { markdown: describeToolRow(tool, now), range };
    }
    case 'context':
      return describeName(written, range);
    case 'template':
      return describeNameIn(text, range, offset);
    default:
      return role satisfies never;
  }
}

function splitToolId(id: string): readonly string[] {
  const colon = id.indexOf(':');
  return [id.slice(0, colon), id.slice(colon + 1)];
}

function describeName(name: string, range: TextRange): HoverText | undefined {
  const [root = ''] = /^[^.[]*/.exec(name) ?? [];
  const meanings: Readonly<Record<string, string>> = CONTEXT_MEANINGS;
  const meaning = Object.hasOwn(meanings, root) ? meanings[root] : undefined;
  return meaning === undefined
    ? undefined
    : { markdown: `**${toMarkdownText(root)}**: ${toMarkdownText(meaning)}`, range };
}

/** The name between the braces around an offset. */
function describeNameIn(text: string, { start, end }: TextRange, offset: number): HoverText | undefined {
  const before = /\{([^{}]*)$/.exec(text.slice(start, offset))?.[1];
  const after = /^[^{}]*(?=\})/.exec(text.slice(offset, end))?.[0];
  if (before === undefined || after === undefined) return undefined;
  return describeName(before + after, { start: offset - before.length, end: offset + after.length });
}
