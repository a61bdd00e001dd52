import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { hideMarkers, RESULT_END } from './result-markers.ts';
import { toFence } from './to-fence.ts';

const parser = new MarkdownIt('commonmark');

const SPAN = /(?<![`\\])(`+)(?!`)[^`]*(?<!`)\1(?!`)/g;
const TAG = /<(?=[a-z/!?])/gi;
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]*>/gi;
const SPAN_OR_AUTOLINK = new RegExp(`${SPAN.source}|${AUTOLINK.source}`, 'gi');
/** Also where the scheme is written with entities, which a reader takes for letters. */
const SCRIPT_LINK = /\]\s{0,9}[(:]\s{0,99}<?\s{0,9}(?:(?:javascript|vbscript|data):|[a-z]{0,12}&(?!lt;)[#a-z])/i;
/** Spaces are those of one line, since a search over line ends begins anew at each of them. */
const TOOL_KEY = /^[^\S\r\n\u2028\u2029]*tool\s*:/m;
/** Languages whose blocks other programs run where they are shown. */
const LIVE_LANGUAGE = /^(?:dataview|dataviewjs|query|tasks|button|templater|js-engine|meta-bind\S*)$/i;

/**
 * A tool's Markdown as Markdown that ends where its region ends: HTML in it is shown as text, and where something in it
 * would reach beyond (an open fence, a reference, a comment) or could be run, all of it stands in a fence.
 */
export function containMarkdown(text: string): string {
  const lines = hideMarkers(text.trimEnd()).split('\n');
  const code = codeLinesOf(parse(lines.join('\n')).tokens);
  const prose = lines.filter((_, index) => !code.has(index));
  const hasSpans = prose.every((line) => !line.replaceAll(SPAN, '').includes('`'));
  const escaped = lines.map((line, index) => (code.has(index) ? line : escapeTags(line, hasSpans))).join('\n');
  return isContained(escaped, hasSpans) ? escaped : toFence(text, 'markdown');
}

function isContained(text: string, hasSpans: boolean): boolean {
  const lines = text.split('\n');
  const { tokens, references } = parse(`${text}\n${RESULT_END}`);
  const end = tokens.at(-1);
  const isEnded = end?.type === 'html_block' && end.level === 0 && end.map?.[0] === lines.length;
  if (!isEnded || references || tokens.filter(({ type }) => type === 'html_block').length > 1) return false;
  if (tokens.some(isLive) || SCRIPT_LINK.test(text) || isOpen(text, '%%') || isOpen(text, '$$')) return false;
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
  return TOOL_KEY.test(content) || LIVE_LANGUAGE.test(info.trim().split(/\s/, 1)[0] ?? '');
}

function isOpen(text: string, mark: string): boolean {
  return text.split(mark).length % 2 === 0;
}

function escapeTags(line: string, hasSpans: boolean): string {
  const kept = hasSpans ? SPAN_OR_AUTOLINK : AUTOLINK;
  let result = '';
  let from = 0;
  for (const match of line.matchAll(kept)) {
    result += line.slice(from, match.index).replaceAll(TAG, '&lt;') + match[0];
    from = match.index + match[0].length;
  }
  return result + line.slice(from).replaceAll(TAG, '&lt;');
}
