/**
 * Whether a path with `/` matches a glob: `*` and `?` within a name, `**` over folders, `{a,b}` for one of several. A glob
 * without `/` is about the name of the file alone.
 */
export function matchPath(glob: string, path: string): boolean {
  const subject = glob.includes('/') ? path : (path.split('/').at(-1) ?? '');
  return toPattern(glob.replace(/^\.?\//, '')).test(subject.replace(/^\.?\//, ''));
}

const PART = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g;

function toPattern(glob: string): RegExp {
  // Stars side by side say no more than one, and cost much more.
  const parts =
    glob
      .replaceAll(/\*{3,}/g, '**')
      .replaceAll(/(?:\*\*\/){2,}/g, '**/')
      .match(PART) ?? [];
  return new RegExp(`^${parts.map(toSource).join('')}$`, 'su');
}

function toSource(part: string): string {
  if (part === '**/') return '(?:.*/)?';
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  if (part.length > 1 && part.startsWith('{')) {
    return `(?:${part
      .slice(1, -1)
      .split(',')
      .map((choice) => (choice.match(PART) ?? []).map(toSource).join(''))
      .join('|')})`;
  }
  return part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
