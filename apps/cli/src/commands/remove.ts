import { removeEntry, toLine, ToolyardError, toVisibleJson } from '@toolyard/core';
import { readOwnFile, writeOwnFile } from '@toolyard/host';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { describeKnown } from '../yard/select-server.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** `toolyard remove KEY`: takes a server out of Toolyard's own file; everything else in the file stays as it is. */
export async function runRemove(
  { key, json, ...options }: CommonOptions & { readonly key: string },
  { terminal, surroundings }: CommandContext,
): Promise<number> {
  const own = await readOwnFile(surroundings, options);
  const { file, keys, text } = own;
  const section = keys.get(key);
  if (section === undefined || text === undefined) {
    const known = describeKnown(
      [...keys.keys()].map((each) => ({ key: each })),
      key,
    );
    throw new ToolyardError('server-not-found', `Server not found in ${file}: ${toLine(key)}\n${known}`);
  }
  await writeOwnFile({ surroundings }, own, removeEntry(text, [section, key]));
  const said = `Removed server "${toLine(key)}" from ${file}.`;
  terminal.stdout.write(`${json === true ? toVisibleJson({ key, file }, 2) : said}\n`);
  return EXIT.done;
}
