import { toVisibleLine, type YardAbout } from '@toolyard/core';

/** What people call the program that runs a yard, and how they find it. */
export function nameProgram(about: Pick<YardAbout, 'program' | 'pid'> | undefined): string {
  if (about === undefined) return 'another program';
  const { program, pid } = about;
  return `"${toVisibleLine(program)}"${pid === undefined ? '' : ` (process ${pid})`}`;
}
