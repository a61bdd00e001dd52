import { toToolId } from '@toolyard/core';
import type { Naming } from '@toolyard/core';
import { cleanName } from './clean-name.ts';
import type { Claim } from './create-claim-table.ts';
import { hashId } from './hash-id.ts';
import type { KeyPrefix } from './to-key-prefixes.ts';

/** Clients put their own prefix before a name and stop at 64. */
const MAX_LENGTH = 48;
const SHORT_HASH = 8;
/** Only where somebody made two ids with the same short hash. */
const LONG_HASH = 32;
const LOOKS_HASHED = new RegExp(`_(?:[0-9a-f]{${SHORT_HASH}}|[0-9a-f]{${LONG_HASH}})$`);

const RANK = { hashed: 0, ownName: 1, renamed: 2, cleaned: 3, preferred: 4 } as const;

/** What the names of one tool or prompt are made of. */
export interface NameSource {
  readonly server: string;
  /** What the server calls it. */
  readonly own: string;
  /** What clients are to see: the own name unless it is renamed. */
  readonly label: string;
  readonly naming: Naming;
  readonly prefix: KeyPrefix;
  /** All keys of the configuration. */
  readonly keys: { has(key: string): boolean };
}

/** The names an entry could be shown under, best first: as its server's naming says, `safe`, `safe` with a hash. */
export function toClaims(source: NameSource): readonly Claim[] {
  const preferred = toPreferredName(source);
  const plain = toPlainName(source);
  const claims: Claim[] = [];
  if (preferred !== undefined) claims.push({ name: preferred, rank: RANK.preferred });
  if (plain !== undefined) claims.push({ name: plain, rank: toPlainRank(source) });
  return [...claims, ...toHashedClaims(source)];
}

function toPreferredName({ server, label, naming, keys }: NameSource): string | undefined {
  if (naming === 'safe') return undefined;
  if (naming === 'colon') return toToolId(server, label);
  const name = naming === 'dot' ? `${server}.${label}` : label;
  // A server could otherwise take over another one's tool by offering a tool with that one's id as its name.
  const imitatesId = name.includes(':') && keys.has(name.slice(0, name.indexOf(':')));
  return name === '' || imitatesId ? undefined : name;
}

function toPlainName({ label, prefix }: NameSource): string | undefined {
  const name = prefix.text + cleanName(label);
  return prefix.ambiguous || name.length > MAX_LENGTH || LOOKS_HASHED.test(name) ? undefined : name;
}

function toPlainRank({ own, label }: NameSource): number {
  if (cleanName(label) !== label) return RANK.cleaned;
  return own === label ? RANK.ownName : RANK.renamed;
}

function toHashedClaims({ server, own, label, prefix }: NameSource): readonly Claim[] {
  const head = prefix.text + cleanName(label);
  const hash = hashId(toToolId(server, own));
  return [SHORT_HASH, LONG_HASH].map((digits) => ({
    name: `${head.slice(0, MAX_LENGTH - 1 - digits)}_${hash.slice(0, digits)}`,
    rank: RANK.hashed,
  }));
}
