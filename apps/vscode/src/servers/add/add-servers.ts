import { basename } from 'node:path';
import { toLine, ToolyardError } from '@toolyard/core';
import { checkServerKey, type OwnFile } from '@toolyard/host';
import type { Folder } from '../../folder/folder.ts';
import { tellInvalid } from '../open-for-person.ts';
import type { ServerParts } from '../server-parts.ts';
import { startServer } from '../switch-server.ts';
import { askNewServers } from './ask-new-servers.ts';
import { chooseOwnFile } from './choose-own-file.ts';
import { separateSecrets, suggestServerName, type NewServer } from './new-server.ts';
import { findDeclared, writeNewServers } from './write-new-servers.ts';

/** Adds servers that a person describes to a configuration, switched off until somebody starts them. */
export async function addServers(parts: ServerParts, folder: Folder): Promise<void> {
  const access = parts.accessOf(folder);
  try {
    const asked = await askNewServers(parts);
    if (asked === undefined) return;
    const own = await chooseOwnFile(parts.editor, folder, access);
    if (own === undefined) return;
    const named = await nameServers(parts, asked.servers, own);
    if (named === undefined) return;
    const kept = await askAboutSecrets(parts, named, own);
    if (kept === undefined) return;
    const what = { ...kept, inputs: asked.inputs, own, folder: folder.path };
    await writeNewServers(access.host, what);
    await folder.lookForServers({ afresh: true });
    tellAdded(parts, folder, { servers: kept.servers, own });
  } catch (error) {
    if (!ToolyardError.is(error) || error.code !== 'config-invalid') throw error;
    await tellInvalid(parts, folder, error);
  }
}

/** A single server gets the name that a person gives it; of several, those whose names are taken get others. */
async function nameServers(
  { editor }: ServerParts,
  servers: readonly NewServer[],
  { keys }: OwnFile,
): Promise<readonly NewServer[] | undefined> {
  const taken = [...keys.keys()];
  const [first, second] = servers;
  if (first !== undefined && second === undefined) {
    const name = await editor.input({
      title: 'Add Server: Name',
      prompt: 'What hooks and people call it.',
      value: findFree(first, taken),
      validate: (text) => checkName(text.trim(), taken),
    });
    return name === undefined ? undefined : [{ ...first, name: name.trim() }];
  }
  return servers.map((server) => {
    const name = findFree(server, taken);
    taken.push(name);
    return { ...server, name };
  });
}

function findFree({ name, entry }: NewServer, taken: readonly string[]): string {
  return checkName(name, taken) === undefined ? name : suggestServerName({ ...entry, command: name }, taken);
}

function checkName(name: string, taken: readonly string[]): string | undefined {
  if (taken.includes(name)) return `There is a server called "${toLine(name)}" already.`;
  // People who add a server give it a name, which is its key.
  return checkServerKey(name)?.replace(/^Server key/, 'The name');
}

/** Secrets that stand in what was entered, kept where the person wants them; `undefined` where they leave. */
async function askAboutSecrets(
  { editor }: ServerParts,
  servers: readonly NewServer[],
  { text = '', file }: OwnFile,
): Promise<{ readonly servers: readonly NewServer[]; readonly secrets: Readonly<Record<string, string>> } | undefined> {
  const separate = separateSecrets(servers, findDeclared(text));
  const ids = Object.keys(separate.secrets);
  if (separate.problems.length > 0) void editor.notify('warning', separate.problems.join(' '));
  if (ids.length === 0) return { servers, secrets: {} };
  const what = ids.length === 1 ? 'It looks like a secret is in it' : `It looks like ${ids.length} secrets are in it`;
  const where = await editor.pick(
    [
      {
        label: 'Keep in Secret Storage',
        detail: `The file gets ${ids.map((id) => `\${input:${id}}`).join(', ')}; others who use it are asked for a value.`,
        value: 'storage',
      },
      { label: 'Keep in the File', detail: `Everybody who can read ${basename(file)} sees it.`, value: 'file' },
    ] as const,
    { title: 'Add Server: Secrets', placeholder: `${what}. Where should it be kept?` },
  );
  if (where === undefined) return undefined;
  return where === 'file' ? { servers, secrets: {} } : separate;
}

function tellAdded(
  parts: ServerParts,
  folder: Folder,
  { servers, own: { file } }: { readonly servers: readonly NewServer[]; readonly own: OwnFile },
): void {
  const { editor, later } = parts;
  const [first, second] = servers.map(({ name }) => name);
  if (first === undefined) return;
  const what = second === undefined ? `server "${toLine(first)}"` : `${servers.length} servers`;
  const message = `Added ${what} to ${basename(file)}. ${second === undefined ? 'It is' : 'They are'} off until you start ${second === undefined ? 'it' : 'them'}.`;
  later(async () => {
    const pressed =
      second === undefined
        ? await editor.notify('info', message, 'Start', 'Open File')
        : await editor.notify('info', message, 'Open File');
    if (pressed === 'Open File') await editor.openFile(file);
    if (pressed === 'Start') await startServer(parts, { folder, server: first });
  });
}
