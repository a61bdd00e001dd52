import { joinWords } from './describe-shape.ts';

/** Which fields a server of some type must have one of, and must not have. */
export interface TypeRule {
  readonly needs: readonly string[];
  readonly excludes: readonly string[];
}

const STDIO: TypeRule = { needs: ['command', 'docker'], excludes: ['url'] };
const REMOTE: TypeRule = { needs: ['url'], excludes: ['command'] };

/** The rule of each `type`. */
export const TYPE_RULES: Readonly<Record<string, TypeRule>> = {
  stdio: STDIO,
  local: STDIO,
  http: REMOTE,
  'streamable-http': REMOTE,
  streamableHttp: REMOTE,
  sse: REMOTE,
  builtin: { needs: ['name'], excludes: ['command', 'url', 'docker'] },
};

/** What a server without `type` needs. */
export const UNTYPED_NEEDS: readonly string[] = ['command', 'url', 'docker'];

/** Fields that never go together. */
export const EXCLUSIVE_FIELDS: readonly (readonly [string, string])[] = [
  ['command', 'url'],
  ['command', 'docker'],
];

/** The servers that are part of Toolyard. */
export const BUILTIN_NAMES: readonly string[] = ['tasks'];

/** Where a server breaks a rule. */
export interface Conflict {
  readonly field: string;
  readonly message: string;
}

/** The first rule that the given fields break; `type` is absent where the file has none, or a wrong one. */
export function findConflict(given: ReadonlySet<string>, type: string | undefined): Conflict | undefined {
  for (const [one, other] of EXCLUSIVE_FIELDS) {
    if (given.has(one) && given.has(other)) {
      return { field: other, message: `"${one}" and "${other}" cannot be combined; keep one of them` };
    }
  }
  const rule = type === undefined ? undefined : TYPE_RULES[type];
  if (rule === undefined) return given.has('type') ? undefined : findMissing(UNTYPED_NEEDS, given);
  const excluded = rule.excludes.find((field) => given.has(field));
  if (excluded !== undefined) {
    return { field: excluded, message: `"${excluded}" cannot be used with type "${type}"; remove one of them` };
  }
  return findMissing(rule.needs, given, type);
}

function findMissing(needs: readonly string[], given: ReadonlySet<string>, type?: string): Conflict | undefined {
  const [field = 'command'] = needs;
  if (needs.some((need) => given.has(need))) return undefined;
  const names = needs.map((need) => `"${need}"`);
  const who = type === undefined ? 'a server' : `a server of type "${type}"`;
  const possible = type === undefined ? [...names, '"type": "builtin"'] : names;
  return { field, message: `Missing or invalid ${field}: ${who} needs ${joinWords(possible)}` };
}
