const WRITTEN = 'Written by "toolyard hooks service install"; "toolyard hooks service uninstall" removes it.';

/** Two lines of a file by which it is known as ours, to be put into comments; a path is JSON, so that it stays on its line. */
export function toServiceMark(workspace: string): readonly [string, string] {
  // Two hyphens end a comment in XML.
  return [WRITTEN, `Workspace: ${JSON.stringify(workspace).replaceAll('--', String.raw`-\u002d`)}`];
}

/** Who wrote the file of a service: Toolyard for this workspace or for another one, or somebody else. */
export function findServiceOwner(text: string, workspace: string): 'ours' | 'another workspace' | 'somebody else' {
  const lines = text.split('\n').map((line) => line.replace(/^(?:# |<!-- )/, '').replace(/ -->$/, ''));
  const [written, which] = toServiceMark(workspace);
  if (!lines.includes(written)) return 'somebody else';
  return lines.includes(which) ? 'ours' : 'another workspace';
}
