/** A link of a Markdown text to a file. */
export interface FileLink {
  /** As it is written. */
  readonly markdown: string;
  /** What it points to. */
  readonly path: string;
}

const LINKS = /!?\[\[([^\]|#]+)[^\]]*\]\]|!?\[[^\]]*\]\(<?([^)<>]+)>?\)/g;

/** The links of a text in both styles that vaults have; those to the web are among them. */
export function findFileLinks(text: string): readonly FileLink[] {
  return [...text.matchAll(LINKS)].map(([markdown, wiki, plain = '']) => ({ markdown, path: wiki ?? decode(plain) }));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
