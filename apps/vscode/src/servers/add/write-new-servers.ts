import { dirname } from 'node:path';
import { appendItem, putEntry, readJsonText, isJsonObject, type JsonObject, type TextEditResult } from '@toolyard/core';
import { parseAsFile, recordFolder, writeOwnFile, type Host, type OwnFile } from '@toolyard/host';
import type { NewServers } from './new-server.ts';

/** What is written, and where the person stood who asked for it. */
export interface NewServersWriting extends NewServers {
  readonly own: OwnFile;
  /** Values of inputs that are kept apart from the file. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** Writes servers to a configuration, switched off; comments stay. Rejects with `config-invalid` where the file would be wrong, and writes nothing then. */
export async function writeNewServers(host: Host, { own, folder, ...what }: NewServersWriting): Promise<void> {
  const { servers, inputs, secrets } = what;
  let edit: TextEditResult = { ok: true, text: own.text ?? '' };
  for (const { name, entry } of servers) {
    const recorded = recordFolder(entry, { cwd: folder, folder: dirname(own.file) }).entry;
    const written = isJsonObject(recorded) ? { ...recorded, enabled: false } : recorded;
    if (edit.ok) edit = putEntry(edit.text, [own.section, name], written);
  }
  const declared = new Set(findDeclared(own.text ?? ''));
  for (const input of [...Object.keys(secrets).map(toDeclaration), ...inputs]) {
    const id = input['id'];
    if (!edit.ok || typeof id !== 'string' || declared.has(id) || !isNamed(id, servers)) continue;
    declared.add(id);
    edit = appendItem(edit.text, 'inputs', input);
  }
  if (edit.ok) parseAsFile(own.file, edit.text);
  // Kept first: a server whose file is there and whose secret is not would ask for what the person has just given.
  for (const [id, value] of Object.entries(secrets)) await host.secrets?.keep(`${own.file}#${id}`, value);
  await writeOwnFile(host, own, edit);
}

function toDeclaration(id: string): JsonObject {
  return { id, type: 'promptString', description: id, password: true };
}

function isNamed(id: string, servers: NewServers['servers']): boolean {
  return JSON.stringify(servers).includes(`\${input:${id}}`);
}

/** The ids of the inputs that a file declares. */
export function findDeclared(text: string): readonly string[] {
  const read = text.trim() === '' ? undefined : readJsonText(text);
  const inputs = read?.ok === true && isJsonObject(read.value) ? read.value['inputs'] : undefined;
  const ids = (Array.isArray(inputs) ? inputs : []).map((input: unknown) =>
    isJsonObject(input) ? input['id'] : undefined,
  );
  return ids.filter((id) => typeof id === 'string');
}
