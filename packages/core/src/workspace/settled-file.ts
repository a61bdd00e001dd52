/** What tells that a file is still the one that was seen. */
export interface FileMark {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

/** How a file looks now. */
export interface FileStamp extends FileMark {
  /** When it was last changed in any way, in milliseconds since 1970. */
  readonly ctimeMs: number;
}

/** What a path of the workspace came to: a file, or nothing, since some moment between two times. */
export type SettledFile =
  | { readonly path: string; readonly stamp: FileStamp }
  | { readonly path: string; readonly gone: readonly [from: number, to: number] };
