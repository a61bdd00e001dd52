import { compileGlob, runGlob } from './glob-program.ts';

/**
 * Whether a path with `/` matches a glob: `*` and `?` within a name, `**` over folders, `{a,b}` for one of several. A glob
 * without `/` is about the name of the file alone. The time it takes grows with the lengths only.
 */
export function matchPath(glob: string, path: string): boolean {
  const subject = glob.includes('/') ? path : (path.split('/').at(-1) ?? '');
  return matchText(glob.replace(/^\.?\//, ''), subject.replace(/^\.?\//, ''));
}

/** Whether a text as a whole matches a glob; `*` and `?` stop at `/`, and `**` does not. */
export function matchText(glob: string, text: string): boolean {
  return runGlob(compileGlob(glob), text);
}
