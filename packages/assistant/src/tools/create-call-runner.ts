import {
  isDestructiveTool,
  orAborted,
  toMessage,
  toRefusedCall,
  toStopped,
  toToolId,
  ToolyardError,
  type ApprovalDecision,
  type Calls,
  type CatalogueEntry,
  type JsonObject,
  type ToolCall,
  type ToolCaller,
  type ToolId,
  type ToolOutcome,
} from '@toolyard/core';
import type { ApprovalRequest } from '../approval/approver.ts';
import { decideCalls, type ApprovalRules } from '../approval/decide-calls.ts';
import type { ToolAccess } from './tool-access.ts';

/** A call that a model asked for. */
export interface AskedCall {
  readonly id: string;
  /** A tool id, or whatever the model wrote instead. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What became of a call: what its server answered, or why there is no answer. */
export type CallOutcome = ToolOutcome | ToolyardError;

/** What hears of the calls of a turn as it happens; every call ends exactly once. */
export interface CallListener {
  onFound?(call: AskedCall, entry: CatalogueEntry): void;
  onDecided?(call: AskedCall, decision: ApprovalDecision): void;
  onEnded(call: AskedCall, end: CallOutcome): void;
}

/** Makes the calls of one conversation. */
export interface CallRunner {
  /** Checks the calls of one turn, has them approved in one question, and makes them in parallel. Resolves when each has ended. */
  run(calls: readonly AskedCall[], listener: CallListener, signal: AbortSignal): Promise<void>;
  /** Puts a call into the history that is not to be made. */
  refuse(call: AskedCall, why: ToolyardError, approval?: ApprovalDecision): Promise<void>;
}

/** Whose calls these are, and who decides about them. */
export interface CallRunnerOptions extends ApprovalRules {
  readonly access: ToolAccess;
  /** Refuses what the session has no call left for, and asks before that whether it goes on. */
  readonly caller: ToolCaller;
  readonly calls: Pick<Calls, 'noteRefusal'>;
  /** Why a tool does not take these arguments by its own schema; `undefined` where it does. */
  checkArguments(tool: CatalogueEntry, values: JsonObject): Promise<ToolyardError | undefined>;
  /** What each call says of where it comes from. */
  about(): Pick<ToolCall, 'session' | 'document' | 'conversation' | 'respondent' | 'timeoutMs'>;
}

/** Everything that decides about a call is asked again for each, and once more after people were asked. */
export function createCallRunner(options: CallRunnerOptions): CallRunner {
  return {
    run: (calls, listener, signal) => new Turn(options, { calls, listener, signal }).run(),
    refuse: (call, why, approval) => noteRefusal(call, why, options, approval),
  };
}

interface TurnCalls {
  readonly calls: readonly AskedCall[];
  readonly listener: CallListener;
  readonly signal: AbortSignal;
}

/** The calls of one turn, from their checks to their ends. */
class Turn {
  readonly #options: CallRunnerOptions;
  readonly #listener: CallListener;
  readonly #signal: AbortSignal;
  readonly #open: Set<AskedCall>;

  constructor(options: CallRunnerOptions, { calls, listener, signal }: TurnCalls) {
    this.#options = options;
    this.#listener = listener;
    this.#signal = signal;
    this.#open = new Set(calls);
  }

  async run(): Promise<void> {
    const signal = this.#signal;
    try {
      const requests = await this.#check();
      const decisions = await orAborted(decideCalls([...requests.values()], this.#options, signal), signal);
      await Promise.all(
        [...requests].map(([call, request]) => this.#finish(call, request, decisions.get(call.id) ?? 'denied')),
      );
    } catch (error) {
      const why = signal.aborted ? toStopped() : new ToolyardError('protocol-error', `Not called: ${toMessage(error)}`);
      for (const call of this.#open) await this.#refuse(call, why);
      if (!signal.aborted) throw error;
    }
  }

  /** What people may have to decide about; a call that is not possible ends here. */
  async #check(): Promise<ReadonlyMap<AskedCall, ApprovalRequest>> {
    const requests = new Map<AskedCall, ApprovalRequest>();
    await Promise.all(
      [...this.#open].map(async (call) => {
        const entry = await orAborted(this.#find(call), this.#signal);
        if (ToolyardError.is(entry)) return this.#refuse(call, entry);
        const invalid = await this.#options.checkArguments(entry, call.arguments);
        this.#listener.onFound?.(call, entry);
        if (invalid !== undefined) return this.#refuse(call, invalid);
        requests.set(call, toRequest(call, entry));
        return undefined;
      }),
    );
    return requests;
  }

  #find(call: AskedCall): Promise<CatalogueEntry | ToolyardError> {
    return this.#options.access.find(call.tool, this.#signal);
  }

  async #finish(call: AskedCall, request: ApprovalRequest, decision: ApprovalDecision): Promise<void> {
    this.#listener.onDecided?.(call, decision);
    if (decision === 'denied') {
      const why = this.#options.approver.explainDenial?.(request) ?? `${call.tool} was not called: the user denied it`;
      return this.#refuse(call, new ToolyardError('call-denied', why), decision);
    }
    // Much may have changed while people thought about it.
    const entry = await this.#find(call);
    if (this.#signal.aborted) return this.#refuse(call, toStopped(), decision);
    if (ToolyardError.is(entry)) return this.#refuse(call, entry, decision);
    if (isDestructiveTool(entry.definition) && !request.isDestructive)
      return this.#refuse(call, toChanged(call), decision);
    return this.#end(call, await this.#make(call, decision));
  }

  async #make(call: AskedCall, approval: ApprovalDecision): Promise<CallOutcome> {
    const signal = this.#signal;
    try {
      const made = this.#options.caller.call(toCall(call, this.#options, approval), signal);
      return await orAborted(made, signal, toStopped);
    } catch (error) {
      return ToolyardError.is(error) ? error : new ToolyardError('protocol-error', toMessage(error));
    }
  }

  async #refuse(call: AskedCall, why: ToolyardError, approval?: ApprovalDecision): Promise<void> {
    this.#end(call, why);
    await noteRefusal(call, why, this.#options, approval);
  }

  #end(call: AskedCall, end: CallOutcome): void {
    if (this.#open.delete(call)) this.#listener.onEnded(call, end);
  }
}

function noteRefusal(
  call: AskedCall,
  why: ToolyardError,
  options: CallRunnerOptions,
  approval?: ApprovalDecision,
): Promise<void> {
  return options.calls.noteRefusal(toRefusedCall(toCall(call, options, approval)), why);
}

function toCall(call: AskedCall, { about }: CallRunnerOptions, approval?: ApprovalDecision): ToolCall {
  return {
    ...about(),
    // The history takes any name, and all others were found in the catalogue.
    tool: call.tool as ToolId,
    arguments: call.arguments,
    origin: 'assistant',
    ...(approval === undefined ? {} : { approval }),
  };
}

function toRequest({ id, arguments: given }: AskedCall, entry: CatalogueEntry): ApprovalRequest {
  const { server, name } = entry;
  return {
    id,
    tool: toToolId(server, name),
    server,
    arguments: given,
    isDestructive: isDestructiveTool(entry.definition),
  };
}

function toChanged({ tool }: AskedCall): ToolyardError {
  const message = `${tool} was not called: it says since its approval that it may destroy something. Ask for it again.`;
  return new ToolyardError('call-denied', message);
}
