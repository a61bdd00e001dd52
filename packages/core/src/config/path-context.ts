/** How paths of a file are read. */
export interface PathContext {
  /** Absolute; relative paths of the file start here. */
  readonly folder: string;
  /** Makes a path absolute. Absent: paths stay as they are written, and definitions name the folder. */
  readonly resolvePath?: (folder: string, path: string) => string;
}
