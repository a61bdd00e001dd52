import {
  createConversation,
  createFixedApprover,
  type AnswerEvent,
  type ConversationOptions,
  type Model,
} from '@toolyard/assistant';
import { createRedactor, orAborted, ToolyardError } from '@toolyard/core';
import type { AgentAnswer, AgentCall, AgentRunner, AgentTask } from '@toolyard/hooks';
import { checkArguments } from '@toolyard/runtime';
import type { AgentHost, AgentParts } from '../ports/agent-models.ts';
import type { HostModel } from './open-host-model.ts';
import { toUsageLimits } from './to-usage-limits.ts';

/** A model of a task. */
export interface AgentModel extends HostModel {
  /** Of all providers, which no model is told. */
  readonly keys: readonly string[];
}

/** Gives the tasks of hooks to models. Nobody is asked: what a hook allows was approved with it, and all else is refused. */
export function createAgentRunner(
  host: Pick<AgentHost, 'clock'>,
  parts: AgentParts,
  openModel: (named: string | undefined) => Promise<AgentModel>,
): AgentRunner {
  return {
    async ask(task, signal) {
      const { model, keys, close } = await openInTime(openModel(task.model), signal);
      const heard = createHearing(model.id);
      const redactKeys = createRedactor(keys, Infinity);
      const redact = (text: string): string => redactKeys(String(parts.redact(text)));
      const conversation = createConversation({ ...toOptions(task, parts), model, clock: host.clock, redact });
      try {
        const question = [{ type: 'text', text: redact(task.prompt) }] as const;
        await conversation.ask(question, { signal, onEvent: heard.onEvent });
        return heard.answer();
      } finally {
        close();
      }
    },
  };
}

/** A place for secrets may take its time, or ask somebody who is not there. */
async function openInTime(opening: Promise<AgentModel>, signal: AbortSignal): Promise<AgentModel> {
  try {
    return await orAborted(opening, signal);
  } catch (error) {
    void opening.then(({ close }) => close()).catch(() => undefined);
    throw error;
  }
}

function toOptions(
  task: AgentTask,
  { yard, settings }: AgentParts,
): Omit<ConversationOptions, 'model' | 'clock' | 'redact'> {
  const { id, system, session, servers, turns, caller, noteRefusal, explainForbidden } = task;
  const { calls } = yard;
  return {
    id,
    system,
    session,
    turnCap: turns,
    limits: toUsageLimits(settings()),
    yard: {
      catalogue: yard.catalogue,
      server: (key) => yard.server(key),
      servers: () => yard.servers(),
      settled: (options) => yard.settled(options),
      calls: { on: (listener) => calls.on(listener), noteRefusal: (call, why) => noteRefusal(call, why) },
    },
    // Whether a call may be made was decided with the approval of the hook.
    caller: { call: (call, signal) => caller.call({ ...call, approval: 'remembered' }, signal) },
    approver: createFixedApprover('all'),
    isTrusted: () => false,
    checkArguments,
    scope: () => ({ servers, explainForbidden }),
    async lookAgain() {
      const refusal = await task.refusal();
      if (refusal !== undefined) throw toRefused(refusal);
    },
  };
}

function toRefused(refusal: string): ToolyardError {
  return new ToolyardError(
    'call-denied',
    `No more tools are called: the hook is ${refusal}. Answer with what you know.`,
  );
}

/** Most of what a call that failed told the model stands in the history of calls. */
const REASON_LENGTH = 500;

interface Hearing {
  onEvent(event: AnswerEvent): void;
  /** What was heard; to be asked for after the last event. */
  answer(): AgentAnswer;
}

function createHearing(model: Model['id']): Hearing {
  const text: string[] = [];
  const notices: string[] = [];
  const calls = new Map<string, AgentCall>();
  let usage: AgentAnswer['usage'] = {};
  let end: Pick<AgentAnswer, 'end' | 'message'> = { end: 'error', message: 'The model gave no answer' };
  return {
    onEvent(event) {
      if (event.type === 'text') text.push(event.text);
      else if (event.type === 'notice') notices.push(event.message);
      else if (event.type === 'tool-call') calls.set(event.id, { tool: event.tool, status: 'cancelled' });
      else if (event.type === 'tool-result') calls.set(event.id, toCall(event, calls.get(event.id)?.tool ?? ''));
      else if (event.type === 'usage') usage = toUsage(event);
      else if (event.type === 'end') {
        end = { end: event.reason, ...(event.message !== undefined && { message: event.message }) };
      }
    },
    answer: () => ({ model, ...end, text: text.join(''), calls: [...calls.values()], usage, notices }),
  };
}

function toCall({ status, text }: Extract<AnswerEvent, { readonly type: 'tool-result' }>, tool: string): AgentCall {
  return status === 'success' ? { tool, status } : { tool, status, reason: text.slice(0, REASON_LENGTH) };
}

function toUsage({ type: _type, conversation: _whole, ...counted }: Extract<AnswerEvent, { readonly type: 'usage' }>) {
  return counted;
}
