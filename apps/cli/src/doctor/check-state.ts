import { type Configuration, type ServerMemory, toWholeLine } from '@toolyard/core';
import { locateYard, measureTools, type Surroundings } from '@toolyard/host';
import { explainSocket, isAlive, readPlainFile, readServerMemory } from '@toolyard/node';
import { recallCatalogue } from '@toolyard/runtime';
import { describeToolCost } from '../yard/describe-tool-cost.ts';
import type { CheckedConfiguration } from './check-configuration.ts';
import type { Finding } from './finding.ts';

/** What is known of the yard of a configuration. */
export interface CheckedState {
  readonly findings: readonly Finding[];
  readonly isRunning: boolean;
}

/** Looks at what earlier runs left: the socket, its lock, servers that were given up, and how long the list of tools was. */
export async function checkState(
  surroundings: Surroundings,
  config: string | undefined,
  { servers, configuration }: Pick<CheckedConfiguration, 'servers' | 'configuration'>,
): Promise<CheckedState> {
  const { socket, stateFolder } = await locateYard(surroundings, config === undefined ? {} : { config });
  const memory = await readServerMemory(stateFolder);
  const givenUp = servers.flatMap(({ key }): Finding[] => {
    const saved = memory.recall(key);
    if (saved?.autoDisabledAt === undefined) return [];
    const text = `Server "${toWholeLine(key)}" was auto-disabled: ${toWholeLine(saved.autoDisabledReason ?? 'it failed too often')}`;
    const advice = `Fix that (see "toolyard logs ${toWholeLine(key)}"), then run "toolyard enable ${toWholeLine(key)}".`;
    return [{ check: 'state', level: 'wrong', text, advice }];
  });
  const state = await explainSocket(socket);
  const tools = configuration === undefined ? [] : checkTools(configuration, memory);
  const unusable = memory.unusable.map(({ file, state: { kind } }) => toUnusable(file, kind));
  const findings = [...givenUp, ...tools, ...unusable, ...(await checkLock(`${socket}.lock`))];
  if (state.kind === 'refused') findings.push({ check: 'state', level: 'wrong', text: state.reason });
  if (state.kind === 'running') findings.push({ check: 'state', level: 'good', text: 'A Toolyard is running for it' });
  if (state.kind === 'left-over') {
    const text = `${socket} was left by a Toolyard that was killed; the next one replaces it`;
    findings.push({ check: 'state', level: 'note', text });
  }
  return { findings, isRunning: state.kind === 'running' };
}

/** The tools are those that the servers had when they last ran. */
function checkTools(configuration: Configuration, memory: Pick<ServerMemory, 'recall'>): Finding[] {
  const cost = describeToolCost(measureTools(configuration, recallCatalogue(configuration, memory)));
  return cost === undefined ? [] : [{ check: 'tools', level: 'note', ...cost }];
}

function toUnusable(file: string, kind: 'newer' | 'unreadable'): Finding {
  const why = kind === 'newer' ? 'was written by a newer Toolyard' : 'is broken';
  return {
    check: 'state',
    level: 'note',
    text: `${file} ${why}; the next start renames it and does not use it`,
  };
}

async function checkLock(file: string): Promise<Finding[]> {
  const text = await readPlainFile(file).then(String, () => '');
  const holder = Number.parseInt(text, 10);
  if (!(holder > 0) || isAlive(holder)) return [];
  const left = `${file} was left by process ${holder}, which is gone; the next Toolyard removes it`;
  return [{ check: 'state', level: 'note', text: left }];
}
