import type { ToolSelection } from '@toolyard/core';

/** The tools that a selection offers, in their order: those that an include glob takes and no exclude glob does. */
export function selectTools<T extends { readonly name: string }>(
  tools: readonly T[],
  selection: ToolSelection,
): readonly T[] {
  if (selection.include === undefined && selection.exclude.length === 0) return tools;
  const include = selection.include?.map(parseGlob);
  const exclude = selection.exclude.map(parseGlob);
  return tools.filter(({ name }) => {
    const characters = Array.from(name);
    const isTaken = (glob: Glob): boolean => matchesGlob(characters, glob);
    return (include === undefined || include.some(isTaken)) && !exclude.some(isTaken);
  });
}

/** The characters of a glob: `*` is any number of any characters, `?` is one, and everything else is itself. */
type Glob = readonly string[];

function parseGlob(text: string): Glob {
  return Array.from(text);
}

// No regular expression: `*a*a*a*b` against a name a server made up would never end. Here only the last star is ever
// tried again, since whatever an earlier one could take the last one can take too.
function matchesGlob(name: readonly string[], glob: Glob): boolean {
  let at = 0;
  let inGlob = 0;
  let afterStar = -1;
  let retryAt = 0;
  while (at < name.length) {
    const expected = glob[inGlob];
    if (expected === '*') {
      inGlob++;
      afterStar = inGlob;
      retryAt = at;
    } else if (expected === '?' || expected === name[at]) {
      inGlob++;
      at++;
    } else if (afterStar >= 0) {
      inGlob = afterStar;
      retryAt++;
      at = retryAt;
    } else {
      return false;
    }
  }
  return glob.slice(inGlob).every((character) => character === '*');
}
