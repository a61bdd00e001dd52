/** Why a glob over paths of a workspace can match none of them, and what to write; `undefined` where it can. */
export function explainDeadGlob(glob: string): string | undefined {
  const wanted = glob.replace(/^!/, '');
  const shown = JSON.stringify(glob);
  if (wanted.includes('\\')) return `${shown} matches no path: folders are separated by "/"`;
  if (wanted.split('/').includes('..')) return `${shown} matches no path: paths do not lead out of the workspace`;
  if (/^[A-Za-z]:\//.test(wanted)) return `${shown} matches no path: paths are from the workspace`;
  if (wanted.endsWith('/')) return `${shown} matches no file; "${glob}**" matches everything in the folder`;
  return undefined;
}
