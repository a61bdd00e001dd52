import { scanObject, setMembers, toTextWithout } from '@toolyard/core';

const encoder = new TextEncoder();

/** A tool's definition that does not say that the tool makes tasks, for clients that could not have them; all else stays. */
export function withoutTaskSupport(json: string): string {
  const bytes = encoder.encode(json);
  const execution = scanObject(bytes)?.members.get('execution');
  const members = execution && scanObject(bytes, execution.start)?.members;
  if (members?.has('taskSupport') !== true) return json;
  return setMembers(json, { execution: toTextWithout(bytes, members, ['taskSupport']) });
}
