import type { CallRecord } from '@toolyard/core';

/** The same record, but `redact` is applied to all texts in its parameters, result and error, and to the name of no tool. */
export function redactCall(call: CallRecord, redact: (text: string) => string): CallRecord {
  // Those of gateway clients have no such texts unless they failed, and there are thousands a second.
  if (call.parameters === undefined && call.result === undefined && call.error === undefined) return call;
  const { parameters, result, error, ...rest } = call;
  return {
    ...rest,
    // What stands for no tool is any text that somebody sent.
    ...(isUnknown(call)
      ? { tool: redact(call.tool), server: redact(call.server), toolName: redact(call.toolName) }
      : {}),
    ...(parameters === undefined ? {} : { parameters: redactTexts(parameters, redact) }),
    ...(result === undefined ? {} : { result: redactTexts(result, redact) }),
    ...(error === undefined ? {} : { error: { ...error, message: redact(error.message) } }),
  };
}

function isUnknown({ error }: CallRecord): boolean {
  return error?.code === 'tool-not-found' || error?.code === 'server-not-found';
}

function redactTexts<Value>(value: Value, redact: (text: string) => string): Value;
function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactTexts(member, redact)]));
}
