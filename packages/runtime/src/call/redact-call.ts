import type { CallRecord } from '@toolyard/core';

/** The same record, but `redact` is applied to all texts in its parameters, result and error. */
export function redactCall(call: CallRecord, redact: (text: string) => string): CallRecord {
  // Those of gateway clients have no such texts unless they failed, and there are thousands a second.
  if (call.parameters === undefined && call.result === undefined && call.error === undefined) return call;
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
