import { findTellingLine, toMessage, type ProgramEnd } from '@toolyard/core';
import { rulesOf } from '../hook/rules-of.ts';
import type { GitAction } from '../hook/hook.ts';
import { resolveOperation } from '../map/resolve-operation.ts';
import { toWrong, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import { LITERAL } from '../git/commit-paths.ts';
import { createGit, GitFailure } from '../git/create-git.ts';
import { GIT_STEPS } from '../git/git-steps.ts';
import type { OpenRun } from './open-run.ts';
import { toChainVariable } from './to-chain-variable.ts';

/** Does the operation of a run; `undefined` where the run was given up before. */
export async function runGitAction(
  action: GitAction,
  run: OpenRun,
  { programs, clock, begin }: Pick<ActionSteps, 'programs' | 'clock' | 'begin'>,
): Promise<ActionEnd | undefined> {
  const { operation, timeout: timeoutMs } = action.parameters;
  const resolved = resolveOperation(rulesOf(action), action.parameters, run.event.context);
  if ('problems' in resolved) return toWrong(resolved.problems.join('; '));
  if (!(await begin(false))) return undefined;
  const git = createGit({ programs, clock, env: toChainVariable(run), timeoutMs, signal: run.controller.signal });
  const given = { arguments: { operation, ...resolved.values } };
  try {
    const { result, effects = [] } = await GIT_STEPS[operation](git, resolved.values);
    for (const { name, values } of effects) run.acting?.causes(name, values);
    return { status: 'success', result, attempts: 1, ...given };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { ...toFailed(error, timeoutMs), ...given };
  }
}

function toFailed({ command, end }: GitFailure, timeoutMs: number): ActionEnd {
  const { outcome, exitCode, stdout, stderr, reason } = end;
  if (outcome === 'not-started') return toWrong(`git was not started: ${toMessage(reason)}`);
  const result = { ...(exitCode === undefined ? {} : { exitCode }), stdout, stderr };
  const attempts = 1;
  if (outcome === 'timeout')
    return { status: 'timeout', reason: `Execution timeout after ${timeoutMs} ms`, result, attempts };
  if (outcome === 'cancelled') {
    return { status: 'cancelled', reason: reason ?? 'Execution stopped by user', result, attempts };
  }
  return { status: 'error', reason: `git ${command}: ${explain(end)}`, result, attempts };
}

/** Git complains on stderr, but tells of conflicts on stdout. */
function explain({ exitCode, reason, stdout, stderr }: ProgramEnd): string {
  const said = stderr.split(/\r?\n/).filter((line) => !/^hint: |^warning: /.test(line));
  const lines = said.join('').trim() === '' ? stdout.split(/\r?\n/) : said;
  const rejected = lines.find((line) => /^ ! \[.*rejected\]/.test(line))?.trim();
  const telling = rejected ?? findTellingLine(lines);
  if (telling !== undefined) return telling.replaceAll(LITERAL, '');
  return exitCode === undefined ? (reason ?? 'it was ended') : `exit code ${exitCode}`;
}
