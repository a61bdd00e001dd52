import { scanObject, type Edit, type Frame, type Member } from '@toolyard/core';

/** A member that a result must have, and its text. */
interface WantedMember {
  readonly name: string;
  readonly text: string;
}

const COMPLETE: readonly WantedMember[] = [{ name: 'resultType', text: '"resultType":"complete"' }];

/** Clients may decide by them whether they keep a result: nothing here may be kept, or shown to others. */
const NOT_CACHED: readonly WantedMember[] = [
  ...COMPLETE,
  { name: 'ttlMs', text: '"ttlMs":0' },
  { name: 'cacheScope', text: '"cacheScope":"private"' },
];

const CACHEABLE: readonly string[] = [
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
];
const RESOURCE_NOT_FOUND = '-32002';
const INVALID_PARAMS = '-32602';

/** An answer of the handshake era as the stateless revision wants it; all that it holds stays as it was sent. */
export function toStatelessAnswer(answer: Frame, method: string): Frame {
  if (answer.span('error') !== undefined) return withNewCode(answer);
  const result = answer.span('result');
  if (result === undefined) return answer;
  return answer.edited(addMissing(result, CACHEABLE.includes(method) ? NOT_CACHED : COMPLETE));
}

/** What a server says itself goes before. */
function addMissing({ members, end }: Member, wanted: readonly WantedMember[]): Edit[] {
  if (members === undefined) return [];
  const texts = wanted.flatMap(({ name, text }) => (members.has(name) ? [] : text));
  if (texts.length === 0) return [];
  const at = end - 1;
  return [{ span: { start: at, end: at }, text: `${members.size > 0 ? ',' : ''}${texts.join(',')}` }];
}

function withNewCode(answer: Frame): Frame {
  const error = answer.span('error');
  const code = error && scanObject(answer.bytes, error.start)?.members.get('code');
  if (code === undefined) return answer;
  const given = Buffer.from(answer.bytes.subarray(code.start, code.end)).toString();
  return given === RESOURCE_NOT_FOUND ? answer.edited([{ span: code, text: INVALID_PARAMS }]) : answer;
}
