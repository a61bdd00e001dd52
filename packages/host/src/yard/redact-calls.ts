import type { CallEvent, CallRecord, Calls } from '@toolyard/core';

/** The same calls, but `redact` is applied to all texts in their parameters, results and errors. */
export function redactCalls(calls: Calls, redact: (text: string) => string): Calls {
  const show = (call: CallRecord): CallRecord => redactCall(call, redact);
  return {
    active: () => calls.active().map(show),
    history: () => calls.history().map(show),
    stop: () => calls.stop(),
    resume: () => calls.resume(),
    isStopped: () => calls.isStopped(),
    continueSession: (session) => calls.continueSession(session),
    on: (listener) =>
      calls.on((event: CallEvent) =>
        listener(event.type === 'call-changed' ? { ...event, call: show(event.call) } : event),
      ),
  };
}

function redactCall(call: CallRecord, redact: (text: string) => string): CallRecord {
  const { parameters, result, error, ...rest } = call;
  return {
    ...rest,
    ...(parameters === undefined ? {} : { parameters: redactTexts(parameters, redact) }),
    ...(result === undefined ? {} : { result: redactTexts(result, redact) }),
    ...(error === undefined ? {} : { error: { ...error, message: redact(error.message) } }),
  };
}

function redactTexts<Value>(value: Value, redact: (text: string) => string): Value;
function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactTexts(member, redact)]));
}
