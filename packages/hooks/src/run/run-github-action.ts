import { isJsonObject, joinSignals } from '@toolyard/core';
import type { GitHubAction } from '../hook/hook.ts';
import type { OperationValues } from '../hook/operation.ts';
import { readText } from '../hook/read-values.ts';
import { rulesOf } from '../hook/rules-of.ts';
import { resolveOperation } from '../map/resolve-operation.ts';
import { toGitHubRequests, toTwinRequest, type GitHubRequest } from '../github/to-github-requests.ts';
import { toWrong, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import type { OpenRun } from './open-run.ts';
import { GitHubFailure, sendGitHubRequest, type GitHubSending } from '../github/send-github-request.ts';
import { findUnassigned, toGitHubResult } from '../github/to-github-result.ts';

/** Does the operation of a run; `undefined` where the run was given up before. */
export async function runGitHubAction(
  action: GitHubAction,
  run: OpenRun,
  { github, clock, begin }: Pick<ActionSteps, 'github' | 'clock' | 'begin'>,
): Promise<ActionEnd | undefined> {
  const { operation, timeout } = action.parameters;
  const resolved = resolveOperation(rulesOf(action), action.parameters, run.event.context);
  if ('problems' in resolved) return toWrong(resolved.problems.join('; '));
  const { values } = resolved;
  const [repository, tokenEnv] = [readText(values, 'repository'), readText(values, 'tokenEnv')];
  const connection = github.open({ baseUrl: readText(values, 'baseUrl'), tokenEnv });
  if ('problem' in connection) return { ...toWrong(connection.problem), arguments: { operation, ...values } };
  const requests = toGitHubRequests(operation, values);
  if (!(await begin(requests.every(({ once }) => once === undefined)))) return undefined;

  const late = new AbortController();
  const stopClock = clock.after(timeout, () => late.abort());
  const { signal, release } = joinSignals(run.controller.signal, late.signal);
  let attempts = 1;
  const onRepeat = (): void => void attempts++;
  const until = clock.now() + timeout;
  const sending: GitHubSending = { connection, clock, subject: { repository, tokenEnv }, until, signal, onRepeat };
  const work: Work = { action, values, requests, done: [] };
  try {
    const end = await perform(work, sending);
    return { ...end, arguments: { operation, ...values }, attempts };
  } catch (error) {
    if (!signal.aborted && !(error instanceof GitHubFailure)) throw error;
    const end = signal.aborted ? toEnded(work, late.signal.aborted) : await toFailed(work, error, sending);
    return { ...end, arguments: { operation, ...values }, attempts };
  } finally {
    stopClock();
    release();
  }
}

interface Work {
  readonly action: GitHubAction;
  readonly values: OperationValues;
  readonly requests: readonly GitHubRequest[];
  /** What was sent and answered. */
  readonly done: GitHubRequest[];
}

type End = Pick<ActionEnd, 'status' | 'reason' | 'result'>;

async function perform({ action, values, requests, done }: Work, sending: GitHubSending): Promise<End> {
  const { operation } = action.parameters;
  let data: unknown;
  for (const request of requests) {
    ({ data } = await sendGitHubRequest(request, sending));
    done.push(request);
  }
  const result = toGitHubResult(operation, values, data);
  const unassigned = operation === 'assign-issue' ? findUnassigned(values, data) : [];
  if (unassigned.length === 0) return { status: 'success', result };
  const reason = `GitHub did not assign ${unassigned.join(', ')}: only people with access to ${sending.subject.repository} can be`;
  return { status: 'error', reason, result };
}

/** It was cancelled, or its time was over. */
function toEnded(work: Work, isLate: boolean): End {
  const { once } = work.requests[work.done.length] ?? {};
  const doubt = once === undefined ? '' : `; it is not known whether ${once}`;
  if (isLate)
    return { status: 'timeout', reason: `Execution timeout after ${work.action.parameters.timeout} ms${doubt}` };
  return { status: 'cancelled', reason: `Execution stopped by user${doubt}` };
}

async function toFailed(work: Work, failure: unknown, sending: GitHubSending): Promise<End> {
  const reason = failure instanceof Error ? failure.message : String(failure);
  const twin = failure instanceof GitHubFailure ? await findTwin(work, failure, sending) : undefined;
  const before = work.done.flatMap(({ once }) => once ?? []).map((what) => `${what}, but `);
  if (twin === undefined) return { status: 'error', reason: `${before.join('')}${reason}` };
  return { status: 'error', reason: `${reason} (#${String(twin['number'])}, ${String(twin['url'])})`, result: twin };
}

/** Which pull request there is already; that it cannot be found out is no reason to say anything else. */
async function findTwin(
  { action, values }: Work,
  { message, reply }: GitHubFailure,
  sending: GitHubSending,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { operation } = action.parameters;
  if (operation !== 'create-pr' || reply?.status !== 422 || !/already exists/i.test(message)) return undefined;
  try {
    const { data } = await sendGitHubRequest(toTwinRequest(values), { ...sending, onRepeat: () => undefined });
    const first: unknown = Array.isArray(data) ? data[0] : undefined;
    return isJsonObject(first) ? toGitHubResult(operation, values, first) : undefined;
  } catch (error) {
    if (error instanceof GitHubFailure || sending.signal.aborted) return undefined;
    throw error;
  }
}
