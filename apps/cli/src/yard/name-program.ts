import { toVisibleLine, type YardAbout } from '@toolyard/core';

/** What people call the program that runs a yard, and how they find it; nobody types the command that runs one in the background. */
export function nameProgram(about: Pick<YardAbout, 'program' | 'pid' | 'isBackground'> | undefined): string {
  if (about === undefined) return 'another program';
  const { program, pid, isBackground } = about;
  const name = isBackground ? 'a Toolyard in the background' : `"${toVisibleLine(program)}"`;
  return `${name}${pid === undefined ? '' : ` (process ${pid})`}`;
}
