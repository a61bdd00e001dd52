import { ToolyardError } from '@toolyard/core';

const REASONS: Readonly<Record<string, string>> = {
  ENOTEMPTY: 'it holds files that are no database. Move them away',
  EEXIST: 'there is a file of that name. Move it away',
  ENOTDIR: 'a part of its path is a file. Move that away',
  EACCES: 'this user may not write there. Allow it',
  EPERM: 'this user may not write there. Allow it',
  EROFS: 'its disk can only be read. Allow writing',
  ENOSPC: 'its disk is full. Make room',
};

/** What the file system has against a data folder, as `database-refused`; anything else stays as it is. */
export function toFolderError(folder: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const reason = REASONS[String(error.code)] ?? `${String(error.code)}. Look after it`;
  return new ToolyardError(
    'database-refused',
    `The task data cannot be kept in ${folder}: ${reason}, or set TOOLYARD_DATA_DIR to another folder.`,
    { cause: error },
  );
}
