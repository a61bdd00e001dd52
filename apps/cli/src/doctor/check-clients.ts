import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type CommandServer, readJsonText, toWholeLine } from '@toolyard/core';
import {
  CLIENT_TITLES,
  type ClientFile,
  isToolyardEntry,
  locateClientFiles,
  readClientServers,
  type Surroundings,
} from '@toolyard/host';
import { createLaunchCheck, readTextFile } from '@toolyard/node';
import type { Finding } from './finding.ts';

type LaunchCheck = ReturnType<typeof createLaunchCheck>;

/** Whether the clients can read their files, and whether what starts Toolyard there still exists. */
export async function checkClients(surroundings: Surroundings): Promise<Finding[]> {
  const check = createLaunchCheck(surroundings.env, surroundings.platform);
  const found = await Promise.all(
    locateClientFiles(surroundings).map((place) => checkClient(surroundings, place, check)),
  );
  // Several places may be in one file, which is broken once.
  const unique = new Map(found.flat().map((finding) => [finding.text, finding]));
  return [...unique.values()];
}

async function checkClient(surroundings: Surroundings, place: ClientFile, check: LaunchCheck): Promise<Finding[]> {
  const { client, file, path } = place;
  const title = CLIENT_TITLES[client];
  const read = await readTextFile(file);
  if (read.kind === 'missing') return [];
  const parsed = read.kind === 'text' ? readJsonText(read.text) : undefined;
  const reason = read.kind === 'refused' ? read.reason : parsed?.ok === false ? parsed.problems[0]?.message : undefined;
  if (reason !== undefined) {
    const advice = `Fix the file; ${title} cannot read it either.`;
    return [{ check: 'client', level: 'wrong', text: `${file} cannot be read: ${toWholeLine(reason)}`, advice }];
  }
  const servers = read.kind === 'text' ? readClientServers(read.text, path, surroundings.cwd) : [];
  const entries = servers.flatMap(({ definition }) => (definition?.kind === 'command' ? [definition] : []));
  const ours = entries.filter((definition) => isToolyardEntry(definition));
  return Promise.all(ours.map((entry) => checkEntry(place, entry, check)));
}

async function checkEntry({ client, file }: ClientFile, entry: CommandServer, check: LaunchCheck): Promise<Finding> {
  const title = CLIENT_TITLES[client];
  const missing = await findMissing(entry, check);
  if (missing === undefined) return { check: 'client', level: 'good', text: `${title} is connected (${file})` };
  const text = `${file} starts Toolyard with ${toWholeLine(missing)}, which does not exist`;
  return { check: 'client', level: 'wrong', text, advice: `Run "toolyard connect ${client}" again.` };
}

/** The program, the script, or the configuration, whatever is not there. */
async function findMissing(entry: CommandServer, check: LaunchCheck): Promise<string | undefined> {
  const isFound = await check(entry).then(
    () => true,
    () => false,
  );
  if (!isFound) return entry.command;
  for (const word of entry.args.filter((each) => isAbsolute(each))) {
    const exists = await access(word).then(
      () => true,
      () => false,
    );
    if (!exists) return word;
  }
  return undefined;
}
