import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { cleanName, toToolId, type Naming } from '@toolyard/core';
import type { Claim } from './create-claim-table.ts';
import type { NameOwners } from './create-name-owners.ts';
import { HASH_LENGTHS, MAX_LENGTH, toHashedNames, toHeadOfHashed } from './to-hashed-name.ts';
import type { KeyPrefix } from './to-key-prefixes.ts';

const RANK = { hashed: 0, ownName: 1, renamed: 2, cleaned: 3, preferred: 4 } as const;

/** What the names of one tool or prompt are made of. */
export interface NameSource {
  readonly server: string;
  /** What the server calls it. */
  readonly name: string;
  /** What clients are to see: the own name unless it is renamed. */
  readonly label: string;
  readonly naming: Naming;
  readonly prefix: KeyPrefix;
  readonly owners: NameOwners;
}

/** The names an entry could be shown under, best first: as its server's naming says, then `safe`. */
export function toClaims(source: NameSource): readonly Claim[] {
  const preferred = toPreferredName(source);
  const plain = toPlainName(source);
  const claims: Claim[] = [];
  if (preferred !== undefined) claims.push({ name: preferred, rank: RANK.preferred });
  if (plain !== undefined) claims.push({ name: plain, rank: toPlainRank(source) });
  return claims;
}

function toPreferredName({ server, label, naming, owners }: NameSource): string | undefined {
  if (naming === 'safe') return undefined;
  if (naming === 'colon') return toToolId(server, label);
  const name = naming === 'dot' ? `${server}.${label}` : label;
  // A server could otherwise get another one's calls by naming a tool as clients know that one's.
  return name !== '' && owners.isFree(name, server) ? name : undefined;
}

function toPlainName({ label, prefix, owners }: NameSource): string | undefined {
  const name = prefix.text + cleanName(label);
  if (prefix.ambiguous || name.length > MAX_LENGTH || toHeadOfHashed(name) !== undefined) return undefined;
  return owners.find(name)?.beginning === prefix.text ? name : undefined;
}

function toPlainRank({ name, label }: NameSource): number {
  if (cleanName(label) !== label) return RANK.cleaned;
  return name === label ? RANK.ownName : RANK.renamed;
}

/** Its names that end in digits of its hash, best first; making one costs more than all else that is done with a tool. */
export function toHashedClaims({ server, name, label, prefix, owners }: NameSource): readonly Claim[] {
  const clean = cleanName(label);
  const hash = hashId(toToolId(server, name));
  return HASH_LENGTHS.map((digits) => {
    const names = toHashedNames(prefix.text, clean, hash.slice(0, digits));
    const own = names.find((name) => owners.find(name)?.servers.has(server) === true);
    return { name: own ?? names.at(-1) ?? '', rank: RANK.hashed };
  });
}

/** SHA-256 of a tool id as hex; different ids never share one. */
function hashId(id: string): string {
  return bytesToHex(sha256(utf8ToBytes(/\p{Surrogate}/u.test(id) ? escapeSurrogates(id) : id)));
}

// UTF-8 has no half characters: all of them would become the same bytes. No id begins with a colon.
function escapeSurrogates(id: string): string {
  return `:${JSON.stringify(id)}`;
}
