/** A URI that is longer than this matches no template, and a template that is longer matches no URI. */
const MAX_URI_LENGTH = 8192;
const MAX_TEMPLATE_LENGTH = 2048;

/** One stretch of a URI template: a literal, or a variable that may hold slashes or not. */
type Piece = { readonly literal: string } | { readonly slashes: boolean };

/**
 * Tells whether a URI could have been made from an RFC 6570 template.
 *
 * No regular expression is built from the template, since a server could send one that takes for ever.
 */
export function createTemplateMatcher(template: string): (uri: string) => boolean {
  if (template.length > MAX_TEMPLATE_LENGTH) return () => false;
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

/** Which positions in a URI can be reached: 1 at those that can. */
type Places = Uint8Array;

/** Follows all ways side by side, piece by piece: time is the product of URI and template, never more. */
function matchPieces(pieces: readonly Piece[], uri: string): boolean {
  const [first] = pieces;
  // Nearly all templates begin with a scheme, which is cheaper to look at than all places.
  if (first !== undefined && 'literal' in first && !uri.startsWith(first.literal)) return false;
  let places: Places = new Uint8Array(uri.length + 1);
  places[0] = 1;
  for (const piece of pieces) {
    places = 'literal' in piece ? afterLiteral(piece.literal, uri, places) : afterVariable(piece.slashes, uri, places);
  }
  return places[uri.length] === 1;
}

function afterLiteral(literal: string, uri: string, places: Places): Places {
  const next = new Uint8Array(places.length);
  for (let at = 0; at + literal.length <= uri.length; at++) {
    if (places[at] === 1 && uri.startsWith(literal, at)) next[at + literal.length] = 1;
  }
  return next;
}

function afterVariable(slashes: boolean, uri: string, places: Places): Places {
  const next = new Uint8Array(places.length);
  let isInside = false;
  for (let at = 0; at < places.length; at++) {
    isInside ||= places[at] === 1;
    next[at] = isInside ? 1 : 0;
    if (!slashes && uri[at] === '/') isInside = false;
  }
  return next;
}
