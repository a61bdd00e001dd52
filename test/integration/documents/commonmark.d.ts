/** As far as the tests use it; the package has no types of its own. */
declare module 'commonmark' {
  interface Node {
    readonly type: string;
    readonly info: string | null;
    readonly literal: string | null;
    readonly sourcepos: readonly [readonly [number, number], readonly [number, number]];
    walker(): { next(): { readonly entering: boolean; readonly node: Node } | null };
  }
  class Parser {
    parse(text: string): Node;
  }
}
