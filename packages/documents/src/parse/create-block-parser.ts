import MarkdownIt, { type Token } from 'markdown-it';
import { fenceRule } from './fence-rule.ts';
import { resultRule } from './result-rule.ts';

/** Deeper lists and quotes are not looked into; the parser calls itself once for each. */
const MAX_NESTING = 100;

/** A parser of the block structure of CommonMark, in which a result is one block; it takes lines that end in LF. */
export function createBlockParser(): (text: string) => Token[] {
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
