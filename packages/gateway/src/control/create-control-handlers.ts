import {
  CATALOGUE_KINDS,
  CONTROL_EVENT,
  CONTROL_METHODS,
  createNotification,
  createRedactor,
  parseToolId,
  redactOutcome,
  secretsOf,
  toMessage,
  ToolyardError,
  type CallEvent,
  type CallProgress,
  type Pressure,
  type Configuration,
  type RefusedCall,
  type Relay,
  type ShownConfiguration,
  type ToolCall,
  type ToolOutcome,
  type Yard,
  type YardAbout,
  type YardEvent,
} from '@toolyard/core';
import { createCallRespondent } from '../questions/create-call-respondent.ts';
import type { RequestHandler, Incoming } from '../session/session.ts';
import { ERROR_CODES, toJsonRpcError } from '../session/to-json-rpc-error.ts';

/** The program that runs a yard, for those who join it. */
export interface YardProgram {
  about(): YardAbout;
  /** Ends the program; absent where that is only for the person who started it. */
  readonly end?: (() => void) | undefined;
}

/** Answers the methods of our own, for sessions on the yard's socket only. */
export function createControlHandlers(
  yard: Yard & Pick<Relay, 'configuration' | 'configurationProblem'>,
  program?: YardProgram,
): Readonly<Record<string, RequestHandler>> {
  const { calls } = yard;
  const act = (action: (incoming: Incoming) => void | Promise<void>): RequestHandler => createAction(action);
  return {
    [CONTROL_METHODS.state]: ({ id, session }) =>
      session.answer(
        id,
        JSON.stringify({
          servers: yard.servers(),
          configuration: toShown(yard.configuration()),
          configurationProblem: yard.configurationProblem(),
          calls: { active: calls.active(), history: calls.history(), stopped: calls.isStopped() },
        }),
      ),
    [CONTROL_METHODS.catalogue]: ({ id, session }) => session.answer(id, toCatalogueJson(yard)),
    [CONTROL_METHODS.follow]: act(({ session }) => {
      const tell = createTeller((event) => session.deliver(createNotification(CONTROL_EVENT, { event })));
      const forget = [yard.on(tell), calls.on(tell)];
      void session.ended.then(() => forget.forEach((end) => end()));
    }),
    [CONTROL_METHODS.enable]: act(({ request }) => yard.enable(String(request.param('key')))),
    [CONTROL_METHODS.disable]: act(({ request }) => yard.disable(String(request.param('key')))),
    [CONTROL_METHODS.stop]: act(() => calls.stop()),
    [CONTROL_METHODS.resume]: act(() => calls.resume()),
    [CONTROL_METHODS.session]: ({ id, request, session }) => {
      void calls.sessionUse(String(request.param('session'))).then((use) => session.answer(id, JSON.stringify(use)));
      return undefined;
    },
    [CONTROL_METHODS.continue]: act(({ request }) => calls.continueSession(String(request.param('session')))),
    [CONTROL_METHODS.reset]: act(({ request }) => calls.resetSession(String(request.param('session')))),
    [CONTROL_METHODS.refused]: act(({ request }) => {
      const { call, error } = parseRefusal(request.value('params'));
      return calls.noteRefusal(call, error);
    }),
    [CONTROL_METHODS.call]: createCallHandler(yard),
    ...(program === undefined ? {} : createProgramHandlers(program)),
  };
}

function createProgramHandlers({ about, end }: YardProgram): Readonly<Record<string, RequestHandler>> {
  return {
    [CONTROL_METHODS.about]: ({ id, session }) => session.answer(id, JSON.stringify(about())),
    [CONTROL_METHODS.end]: createAction(() => {
      if (end === undefined)
        throw new ToolyardError('usage', 'This Toolyard runs in the foreground. Stop it where it was started.');
      end();
    }),
  };
}

/**
 * Tells events to somebody who may not read as fast as they happen.
 *
 * What happens while the follower is behind is left out; then it is told to look at everything again, and whether all
 * calls were stopped or resumed meanwhile, which people are told of.
 */
function createTeller(send: (event: YardEvent | CallEvent) => Pressure): (event: YardEvent | CallEvent) => void {
  let isBehind = false;
  let missed: readonly (YardEvent | CallEvent)[] = [];
  return function tell(event) {
    if (isBehind) {
      const isSwitch = event.type === 'calls-stopped' || event.type === 'calls-resumed';
      missed = [{ type: 'configuration-changed' }, ...(isSwitch ? [event] : missed.slice(1))];
      return;
    }
    const pressure = send(event);
    if (pressure === undefined) return;
    isBehind = true;
    void pressure.then(() => {
      isBehind = false;
      const late = missed;
      missed = [];
      late.forEach(tell);
    });
  };
}

/** A handler that answers `{}` when the action is done, or with what it failed with. */
function createAction(action: (incoming: Incoming) => void | Promise<void>): RequestHandler {
  return (incoming) => {
    void Promise.resolve()
      .then(() => action(incoming))
      .then(
        () => incoming.session.answer(incoming.id, '{}'),
        (error: unknown) => refuse(incoming, error),
      );
    return undefined;
  };
}

function createCallHandler(yard: Yard & Pick<Relay, 'configuration'>): RequestHandler {
  return (incoming) => {
    const { id, request, session } = incoming;
    const call = parseToolCall(request.value('params'));
    if (call === undefined) {
      return session.refuse(id, { code: ERROR_CODES.invalidParams, message: 'The call names no tool' });
    }
    const stop = new AbortController();
    session.adopt(id, { cancel: () => stop.abort() });
    const onProgress = (progress: CallProgress): void => session.report(request, progress);
    const asked = { ...call, onProgress, ...createCallRespondent(incoming) };
    void yard.caller
      .call(asked, stop.signal)
      .then((outcome) => (call.origin === 'assistant' ? redact(outcome, yard) : outcome))
      .then(
        (outcome) => session.answer(id, toOutcomeJson(outcome)),
        (error: unknown) => refuse(incoming, error),
      );
    return undefined;
  };
}

/** A model is told what comes out of this, and whoever joined may not know the secrets of the servers. */
function redact(outcome: ToolOutcome, yard: Pick<Relay, 'configuration'>): ToolOutcome {
  return redactOutcome(outcome, createRedactor(secretsOf(yard.configuration()), Infinity));
}

function refuse({ id, session }: Incoming, error: unknown): void {
  const known = ToolyardError.is(error) ? error : new ToolyardError('protocol-error', toMessage(error));
  void session.refuse(id, { ...toJsonRpcError(known), data: { code: known.code, problems: known.problems } });
}

function toOutcomeJson(outcome: ToolOutcome): string {
  if (outcome.kind === 'failure') return JSON.stringify(outcome);
  return `{"kind":"${outcome.kind}","result":${outcome.json}}`;
}

function toShown({ servers, settings }: Configuration): ShownConfiguration {
  const shown = servers.map(({ key, naming, tools }) => ({ key, tools, ...(naming === undefined ? {} : { naming }) }));
  return { servers: shown, settings };
}

function toCatalogueJson({ catalogue }: Yard): string {
  const lists = CATALOGUE_KINDS.map((kind) => [kind, catalogue.list(kind).map(({ server, json }) => [server, json])]);
  return JSON.stringify(Object.fromEntries(lists));
}

/** What came over the socket was written by the same version or another one, so its outer shape is checked. */
function parseToolCall(value: unknown): ToolCall | undefined {
  if (typeof value !== 'object' || value === null || !('tool' in value) || typeof value.tool !== 'string')
    return undefined;
  return parseToolId(value.tool) === undefined ? undefined : (value as ToolCall);
}

function parseRefusal(value: unknown): { readonly call: RefusedCall; readonly error: ToolyardError } {
  const { call, error } = value as { call: RefusedCall; error: Pick<ToolyardError, 'code' | 'message'> };
  if (typeof call.tool === 'string' && typeof error.message === 'string') {
    return { call, error: new ToolyardError(error.code, error.message) };
  }
  throw new ToolyardError('protocol-error', 'The refusal names no tool, or no reason');
}
