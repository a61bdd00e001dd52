import MarkdownIt, { type Token } from 'markdown-it';
import type { BlockBody } from './block-body.ts';
import { createBlockIdReader } from './create-block-id-reader.ts';
import { type FenceToken, fenceRule } from './fence-rule.ts';
import type { Fence, HeadingLine, Lines, NoteStructure, Region } from './note-structure.ts';
import { readBlockBody } from './read-block-body.ts';
import { readResultFields } from './read-result-fields.ts';
import { removeBlockId } from './remove-block-id.ts';
import { type ResultToken, resultRule } from './result-rule.ts';

/** Deeper lists and quotes are not looked into; the parser calls itself once for each. */
const MAX_NESTING = 100;

const parseBlocks = createBlockParser();
const { unescapeAll } = new MarkdownIt().utils;

/** Gives what the body of a tool block says. */
export type BodyReader = (language: string, text: string) => BlockBody;

/** How lines are read. */
export interface StructureOptions {
  /** Where the lines stand in their note, from 0. */
  readonly firstLine: number;
  readonly servers: ReadonlySet<string>;
  readonly readBody?: BodyReader;
}

/** Reads the lines of a text without frontmatter. */
export function readStructure(text: string, options: StructureOptions): NoteStructure {
  const { firstLine, servers, readBody = readBlockBody } = options;
  const tokens = parseBlocks(normalize(text));
  const starts: number[] = [];
  const headings: HeadingLine[] = [];
  const fences: Fence[] = [];
  const regions: Region[] = [];
  const html: Lines[] = [];
  const ids = createBlockIdReader(firstLine);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    // What closes has no lines; texts are looked at together with what opens them, which has the same.
    if (token === undefined || token.map === null || token.type === 'inline') continue;
    ids.take(token, token.map, tokens[index + 1]);
    const line = token.map[0] + firstLine;
    if (token.level === 0) starts.push(line);
    if (token.type === 'fence') fences.push(toFence(token, line, { servers, readBody }));
    else if (token.type === 'result') regions.push(toRegion(token, line));
    else if (token.type === 'html_block') html.push({ line, endLine: line + lengthOf(token) });
    else if (token.type === 'heading_open' && token.level === 0) {
      const text = removeBlockId(tokens[index + 1]?.content ?? '').trim();
      headings.push({ line, level: Number(token.tag[1]), text });
    }
  }
  return { starts, headings, fences, regions, html, blockIds: ids.found };
}

function normalize(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\uFFFD') : lines;
}

function toFence(
  token: Token,
  line: number,
  { servers, readBody }: Required<Pick<StructureOptions, 'servers' | 'readBody'>>,
): Fence {
  const { column, prefix, closed, body } = token.meta as unknown as FenceToken;
  const language = readLanguage(token.info, servers);
  const isKnown = language === 'mcp' || servers.has(language);
  return {
    line,
    endLine: line + lengthOf(token),
    closed,
    column,
    prefix,
    language,
    ...(body !== undefined && isKnown && { body: readBody(language, body) }),
    isUnknown: body !== undefined && !isKnown && language !== '',
  };
}

/** A key may have spaces, so the whole line after the fence counts first. */
function readLanguage(info: string, servers: ReadonlySet<string>): string {
  const words = unescapeAll(info.trim());
  return servers.has(words) ? words : (words.split(/\s/, 1)[0] ?? '');
}

function toRegion(token: Token, line: number): Region {
  const { fields, ...rest } = token.meta as unknown as ResultToken;
  return { ...rest, line, endLine: line + lengthOf(token), fields: readResultFields(fields) };
}

function lengthOf({ map }: Token): number {
  return map === null ? 0 : map[1] - map[0];
}

/** A parser of the block structure of CommonMark, in which a result is one block; it takes lines that end in LF. */
function createBlockParser(): (text: string) => Token[] {
  const markdown = new MarkdownIt('commonmark', { maxNesting: MAX_NESTING });
  const { ruler } = markdown.block;
  ruler.at('fence', fenceRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  ruler.before('html_block', 'result', resultRule, { alt: ['paragraph', 'reference', 'blockquote'] });
  return (text) => {
    const tokens: Token[] = [];
    markdown.block.parse(text, markdown, {}, tokens);
    return tokens;
  };
}
