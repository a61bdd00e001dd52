/**
 * The words of a line of a unit as systemd takes them apart: quotes, then escapes, then specifiers. Throws for a specifier other
 * than a per cent sign, and for an escape that means something else than itself or a byte.
 */
export function parseUnitWords(line: string): readonly string[] {
  const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
  return words.map((word) => replaceSpecifiers(replaceEscapes(word)));
}

/** A word of `ExecStart` after the first, in which a dollar sign stands for itself only where there are two. */
export function parseUnitArgument(word: string): string {
  return word.replaceAll(/\$(.?)/g, (found, next: string) => {
    if (next !== '$') throw new Error(`A variable in ${word}: ${found}`);
    return '$';
  });
}

function replaceEscapes(word: string): string {
  return word.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/g, (escape, hex: string | undefined, sign: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (sign !== '"' && sign !== '\\') throw new Error(`An escape in ${word}: ${escape}`);
    return sign;
  });
}

function replaceSpecifiers(word: string): string {
  return word.replaceAll(/%(.?)/g, (specifier, sign: string) => {
    if (sign !== '%') throw new Error(`A specifier in ${word}: ${specifier}`);
    return '%';
  });
}
