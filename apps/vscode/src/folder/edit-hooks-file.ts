import { ToolyardError } from '@toolyard/core';
import type { HooksEdit, HooksFormat } from '@toolyard/hooks';
import { formatOf } from '@toolyard/host/hooks';
import type { TextFiles } from '../ports/text-files.ts';

/** Changes a hooks file as it is in the editor, and makes it where there is none; rejects with `config-invalid` where the file or the outcome would be wrong. */
export async function editHooksFile(
  { read, write }: TextFiles,
  file: string,
  edit: (text: string, format: HooksFormat) => HooksEdit,
): Promise<void> {
  const edited = edit((await read(file)) ?? '', formatOf(file));
  if (!edited.ok) {
    const [first] = edited.problems;
    const where = first === undefined ? file : `${file}:${first.line}:${first.column}`;
    throw new ToolyardError('config-invalid', `${where}: ${first?.message ?? 'The file cannot be edited.'}`);
  }
  await write(file, edited.text);
}
