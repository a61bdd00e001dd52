import { findTellingLine, type ProgramEnd } from '@toolyard/core';
import type { CustomAction } from '../hook/hook.ts';
import { expandProgram } from '../map/expand-program.ts';
import { toWrong, type ActionEnd } from './action-end.ts';
import type { OpenRun } from './open-run.ts';
import type { ActionSteps } from './action-steps.ts';
import { toChainVariable } from './to-chain-variable.ts';

/** Runs the program of a run; `undefined` where the run was given up before. */
export async function runCustomAction(
  { parameters }: CustomAction,
  run: OpenRun,
  { programs, begin }: Pick<ActionSteps, 'programs' | 'begin'>,
): Promise<ActionEnd | undefined> {
  const { command, cwd, timeout } = parameters;
  const expanded = expandProgram(parameters, run.event.context);
  if ('problems' in expanded) return toWrong(expanded.problems.join('; '));
  const { args, env } = expanded;
  if (!(await begin(false))) return undefined;
  const place = cwd === undefined ? {} : { cwd };
  const end = await programs.run(
    { command, args, ...place, env: { ...env, ...toChainVariable(run) }, timeoutMs: timeout },
    run.controller.signal,
  );
  return { ...fromProgramEnd(end, timeout), arguments: { command, args, ...place, env } };
}

/** What the end of a program means for a run. */
export function fromProgramEnd(
  { outcome, exitCode, reason, stdout, stderr }: ProgramEnd,
  timeoutMs: number,
): ActionEnd {
  const result = { ...(exitCode === undefined ? {} : { exitCode }), stdout, stderr };
  switch (outcome) {
    case 'not-started':
      return toWrong(reason ?? 'the program was not started');
    case 'timeout':
      return { status: 'timeout', reason: `Execution timeout after ${timeoutMs} ms`, result, attempts: 1 };
    case 'cancelled':
      return { status: 'cancelled', reason: reason ?? 'Execution stopped by user', result, attempts: 1 };
    case 'exited':
      if (exitCode === 0) return { status: 'success', result, attempts: 1 };
      return { status: 'error', reason: explainExit(exitCode, reason, stderr), result, attempts: 1 };
    default:
      return outcome satisfies never;
  }
}

function explainExit(exitCode: number | undefined, reason: string | undefined, stderr: string): string {
  const how = exitCode === undefined ? (reason ?? 'the program was ended') : `exit code ${exitCode}`;
  const said = findTellingLine(stderr.split(/\r?\n/));
  return said === undefined ? how : `${how}: ${said}`;
}
