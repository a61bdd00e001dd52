import { scanObject, type Edit, type Frame, type Member } from '@toolyard/core';

/** The members that clients may decide by whether they keep a result: nothing here may be kept, or shown to others. */
const NOT_CACHED: Readonly<Record<string, string>> = { ttlMs: '0', cacheScope: '"private"' };

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
  const wanted = { resultType: '"complete"', ...(CACHEABLE.includes(method) ? NOT_CACHED : {}) };
  return answer.edited(addMissing(result, wanted));
}

/** What a server says itself goes before. */
function addMissing({ members, end }: Member, wanted: Readonly<Record<string, string>>): Edit[] {
  if (members === undefined) return [];
  const missing = Object.entries(wanted).filter(([name]) => !members.has(name));
  if (missing.length === 0) return [];
  const texts = missing.map(([name, text]) => `${JSON.stringify(name)}:${text}`);
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
