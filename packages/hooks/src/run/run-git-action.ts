import { findTellingLine, toMessage, type ProgramEnd } from '@toolyard/core';
import { rulesOf } from '../hook/rules-of.ts';
import type { GitAction } from '../hook/hook.ts';
import { resolveOperation } from '../map/resolve-operation.ts';
import { toWrong, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import { GIT_STEPS, GitFailure, type Git } from './git-steps.ts';
import type { OpenRun } from './open-run.ts';
import { toChainVariable } from './to-chain-variable.ts';

/** Nothing may ask at a terminal that nobody looks at, open an editor, or read more into a path than its name. */
const QUIET = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_LITERAL_PATHSPECS: '1',
  // Messages are looked at.
  LC_ALL: 'C',
};

/** What git needs to sign, and to log in at a remote as the user does. */
const PASSED = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'SSH_ASKPASS',
  'GIT_ASKPASS',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GNUPGHOME',
  'DBUS_SESSION_BUS_ADDRESS',
];

/** Does the operation of a run; `undefined` where the run was given up before. */
export async function runGitAction(
  action: GitAction,
  run: OpenRun,
  { programs, clock, begin }: Pick<ActionSteps, 'programs' | 'clock' | 'begin'>,
): Promise<ActionEnd | undefined> {
  const { operation, timeout } = action.parameters;
  const resolved = resolveOperation(rulesOf(action), action.parameters, run.event.context);
  if ('problems' in resolved) return toWrong(resolved.problems.join('; '));
  if (!(await begin(false))) return undefined;
  const until = clock.now() + timeout;
  const git: Git = async (...args) => {
    const timeoutMs = Math.max(1, until - clock.now());
    const env = { ...QUIET, ...toChainVariable(run) };
    const end = await programs.run({ command: 'git', args, env, passed: PASSED, timeoutMs }, run.controller.signal);
    if (end.outcome === 'exited' && end.exitCode === 0) return end.stdout;
    throw new GitFailure(args[0] ?? '', end);
  };
  const given = { arguments: { operation, ...resolved.values } };
  try {
    const { result, effects = [] } = await GIT_STEPS[operation](git, resolved.values);
    for (const { name, values } of effects) run.acting?.causes(name, values);
    return { status: 'success', result, attempts: 1, ...given };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { ...toFailed(error, timeout), ...given };
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

function explain({ exitCode, reason, stdout, stderr }: ProgramEnd): string {
  const lines = (stderr.trim() === '' ? stdout : stderr).split(/\r?\n/);
  return findTellingLine(lines) ?? (exitCode === undefined ? (reason ?? 'it was ended') : `exit code ${exitCode}`);
}
