import type { ToolOutcome } from './tool-caller.ts';

/** Masks every text of an outcome; one without secrets is returned as it is, since its text should stay as the server wrote it. */
export function redactOutcome(outcome: ToolOutcome, redact: (text: string) => string): ToolOutcome {
  const before = JSON.stringify(outcome.kind === 'failure' ? outcome.error : outcome.result);
  const masked: unknown = JSON.parse(before, (_, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  );
  const json = JSON.stringify(masked);
  if (json === before) return outcome;
  return outcome.kind === 'failure'
    ? { ...outcome, error: masked as typeof outcome.error }
    : { ...outcome, result: masked as typeof outcome.result, json };
}
