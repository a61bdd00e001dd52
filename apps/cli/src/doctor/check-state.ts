import { type ServerDefinition, toWholeLine } from '@toolyard/core';
import { locateYard, type Surroundings } from '@toolyard/host';
import { createFileServerMemory, explainSocket, isAlive, readPlainFile } from '@toolyard/node';
import type { Finding } from './finding.ts';

/** What is known of the yard of a configuration. */
export interface CheckedState {
  readonly findings: readonly Finding[];
  readonly isRunning: boolean;
}

/** Looks at what earlier runs left: the socket, its lock, and servers that were given up. */
export async function checkState(
  surroundings: Surroundings,
  config: string | undefined,
  servers: readonly ServerDefinition[],
): Promise<CheckedState> {
  const { socket, stateFolder } = await locateYard(surroundings, config === undefined ? {} : { config });
  const memory = await createFileServerMemory(stateFolder, () => undefined);
  const givenUp = servers.flatMap(({ key }): Finding[] => {
    const saved = memory.recall(key);
    if (saved?.autoDisabledAt === undefined) return [];
    const text = `Server "${toWholeLine(key)}" was given up: ${toWholeLine(saved.autoDisabledReason ?? 'it failed too often')}`;
    const advice = `Correct that, see "toolyard logs ${toWholeLine(key)}", then run "toolyard enable ${toWholeLine(key)}".`;
    return [{ check: 'state', level: 'wrong', text, advice }];
  });
  const state = await explainSocket(socket);
  const findings = [...givenUp, ...(await checkLock(`${socket}.lock`))];
  if (state.kind === 'refused') findings.push({ check: 'state', level: 'wrong', text: state.reason });
  if (state.kind === 'running') findings.push({ check: 'state', level: 'good', text: 'A Toolyard runs on it' });
  if (state.kind === 'left-over') {
    const text = `${socket} was left by a Toolyard that was killed; the next one replaces it`;
    findings.push({ check: 'state', level: 'note', text });
  }
  return { findings, isRunning: state.kind === 'running' };
}

async function checkLock(file: string): Promise<Finding[]> {
  const text = await readPlainFile(file).then(String, () => '');
  const holder = Number.parseInt(text, 10);
  if (!(holder > 0) || isAlive(holder)) return [];
  const left = `${file} was left by process ${holder}, which is gone; the next Toolyard removes it`;
  return [{ check: 'state', level: 'note', text: left }];
}
