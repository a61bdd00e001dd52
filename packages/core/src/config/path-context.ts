/** How paths of a file become absolute. */
export interface PathContext {
  /** Absolute; relative paths of the file start here. */
  readonly folder: string;
  resolvePath(folder: string, path: string): string;
}
