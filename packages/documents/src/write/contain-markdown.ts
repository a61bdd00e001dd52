import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { changeOutsideCode, hasScriptLink, hasWholeSpans, isLiveLanguage } from './live-markdown.ts';
import { hideMarkers, RESULT_END } from './result-markers.ts';
import { toFence } from './to-fence.ts';

const parser = new MarkdownIt('commonmark');

const TAG = /<(?=[a-z/!?])/gi;
/** Spaces are those of one line, since a search over line ends begins anew at each of them. */
const TOOL_KEY = /^[^\S\r\n\u2028\u2029]*tool\s*:/m;

/**
 * A tool's Markdown as Markdown that ends where its region ends: HTML in it is shown as text, and where something in it
 * would reach beyond (an open fence, a reference, a comment) or could be run, all of it stands in a fence.
 */
export function containMarkdown(text: string): string {
  const lines = hideMarkers(text.trimEnd()).split('\n');
  const code = codeLinesOf(parse(lines.join('\n')).tokens);
  const prose = lines.filter((_, index) => !code.has(index));
  const hasSpans = hasWholeSpans(prose);
  const escaped = lines.map((line, index) => (code.has(index) ? line : escapeTags(line, hasSpans))).join('\n');
  return isContained(escaped, hasSpans) ? escaped : toFence(text, 'markdown');
}

function isContained(text: string, hasSpans: boolean): boolean {
  const lines = text.split('\n');
  const { tokens, references } = parse(`${text}\n${RESULT_END}`);
  const end = tokens.at(-1);
  const isEnded = end?.type === 'html_block' && end.level === 0 && end.map?.[0] === lines.length;
  if (!isEnded || references || tokens.filter(({ type }) => type === 'html_block').length > 1) return false;
  if (tokens.some(isLive) || hasScriptLink(text) || isOpen(text, '%%') || isOpen(text, '$$')) return false;
  const code = codeLinesOf(tokens);
  return lines.every((line, index) => code.has(index) || escapeTags(line, hasSpans) === line);
}

function parse(text: string): { tokens: Token[]; references: boolean } {
  const tokens: Token[] = [];
  const env: Env = {};
  parser.block.parse(text, parser, env, tokens);
  return { tokens, references: Object.keys(env.references ?? {}).length > 0 };
}

function codeLinesOf(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>();
  for (const { type, map } of tokens) {
    if (map === null || (type !== 'fence' && type !== 'code_block')) continue;
    for (let line = map[0]; line < map[1]; line++) found.add(line);
  }
  return found;
}

function isLive({ type, info, content }: Token): boolean {
  if (type !== 'fence') return false;
  return TOOL_KEY.test(content) || isLiveLanguage(info.trim().split(/\s/, 1)[0] ?? '');
}

function isOpen(text: string, mark: string): boolean {
  return text.split(mark).length % 2 === 0;
}

function escapeTags(line: string, hasSpans: boolean): string {
  return changeOutsideCode(line, hasSpans, (part) => part.replaceAll(TAG, '&lt;'));
}
