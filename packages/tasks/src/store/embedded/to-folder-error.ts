import { ToolyardError } from '@toolyard/core';

const REASONS: Readonly<Record<string, string>> = {
  ENOTEMPTY: 'it contains files that are not a database. Move them away',
  EEXIST: 'there is a file with that name. Move it away',
  ENOTDIR: 'a part of its path is a file. Move that away',
  EACCES: 'you may not write there. Change its permissions',
  EPERM: 'you may not write there. Change its permissions',
  EROFS: 'its disk is read-only. Make it writable',
  ENOSPC: 'its disk is full. Free disk space',
};

/** What the file system has against a data folder, as `database-refused`; anything else stays as it is. */
export function toFolderError(folder: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const reason = REASONS[String(error.code)] ?? `${String(error.code)}. Fix that`;
  return new ToolyardError(
    'database-refused',
    `The task data cannot be kept in ${folder}: ${reason}, or set TOOLYARD_DATA_DIR to another folder.`,
    { cause: error },
  );
}
