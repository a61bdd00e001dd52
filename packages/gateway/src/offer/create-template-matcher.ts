/** A URI that is longer than this matches no template. */
const MAX_URI_LENGTH = 8192;

/** One stretch of a URI template: a literal, or a variable that may hold slashes or not. */
type Piece = { readonly literal: string } | { readonly slashes: boolean };

/**
 * Tells whether a URI could have been made from an RFC 6570 template.
 *
 * No regular expression is built from the template, since a server could send one that takes for ever.
 */
export function createTemplateMatcher(template: string): (uri: string) => boolean {
  const pieces = parseTemplate(template);
  return (uri) => uri.length <= MAX_URI_LENGTH && matchPieces(pieces, uri);
}

function parseTemplate(template: string): Piece[] {
  const pieces: Piece[] = [];
  let rest = template;
  while (rest !== '') {
    const open = rest.indexOf('{');
    const close = rest.indexOf('}', open);
    if (open < 0 || close < 0) {
      pieces.push({ literal: rest });
      break;
    }
    if (open > 0) pieces.push({ literal: rest.slice(0, open) });
    const expression = rest.slice(open + 1, close);
    pieces.push({ slashes: /^[+#/?&]/.test(expression) || expression.endsWith('*') });
    rest = rest.slice(close + 1);
  }
  return pieces;
}

/** The positions in the URI that the pieces so far can end at, piece by piece: time is their product, never more. */
function matchPieces(pieces: readonly Piece[], uri: string): boolean {
  let ends = new Set([0]);
  for (const piece of pieces) {
    ends = 'literal' in piece ? afterLiteral(piece.literal, uri, ends) : afterVariable(piece.slashes, uri, ends);
    if (ends.size === 0) return false;
  }
  return ends.has(uri.length);
}

function afterLiteral(literal: string, uri: string, ends: ReadonlySet<number>): Set<number> {
  const next = new Set<number>();
  for (const end of ends) if (uri.startsWith(literal, end)) next.add(end + literal.length);
  return next;
}

function afterVariable(slashes: boolean, uri: string, ends: ReadonlySet<number>): Set<number> {
  const next = new Set<number>();
  for (const end of ends) {
    for (let at = end; at <= uri.length && !next.has(at); at++) {
      next.add(at);
      if (!slashes && uri[at] === '/') break;
    }
  }
  return next;
}
