/** A path, or a list of them, from the workspace and with `/`; anything else stays what it is. */
export function toWorkspacePaths(value: unknown, workspace: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toWorkspacePaths(item, workspace));
  return typeof value === 'string' ? toWorkspacePath(value, workspace) : value;
}

function toWorkspacePath(path: string, workspace: string): string {
  // Elsewhere than on Windows a backslash is a letter like any other.
  const isWindows = /^(?:[a-z]:|\\\\)/i.test(workspace);
  const plain = isWindows ? path.replaceAll('\\', '/') : path;
  const folder = (isWindows ? workspace.replaceAll('\\', '/') : workspace).replace(/\/$/, '');
  const isInside = plain.startsWith(`${folder}/`);
  return (isInside ? plain.slice(folder.length + 1) : plain).replace(/^(?:\.\/)+/, '');
}
