/** Whether a path is that of a hooks file, whose problems are Toolyard's own. */
export function isHooksFile(file: string): boolean {
  return /[\\/]\.toolyard[\\/]hooks\.(?:json|ya?ml)$/.test(file);
}
