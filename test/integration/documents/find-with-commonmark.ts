import { type Node, Parser } from 'commonmark';

/** A tool block as an implementation of CommonMark that is not ours finds it. */
export interface Found {
  readonly line: number;
  readonly text: string;
}

/** The code blocks with one of the languages and a line that starts `tool:`. */
export function findWithCommonmark(text: string, languages: readonly string[]): Found[] {
  const found: Found[] = [];
  for (const node of nodesOf(text)) {
    const language = node.info?.split(/\s/, 1)[0] ?? '';
    if (node.type !== 'code_block' || !languages.includes(language)) continue;
    const [[line]] = node.sourcepos;
    if (/^tool:/m.test(node.literal ?? '')) found.push({ line, text: trimBody(node.literal ?? '') });
  }
  return found;
}

/** A fence that is not closed has the empty lines at its end or not, by the taste of the parser. */
export function trimBody(text: string): string {
  return text.trimEnd();
}

function* nodesOf(text: string): Generator<Node> {
  const walker = new Parser().parse(text).walker();
  for (let step = walker.next(); step !== null; step = walker.next()) if (step.entering) yield step.node;
}
