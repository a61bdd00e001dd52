import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './files-below.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOOKED_AT = [
  'packages',
  'apps',
  'test',
  'tools',
  'bench',
  'conformance',
  'docs',
  'examples',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
];
const NOT_OURS = new Set(['node_modules', 'dist', 'peers']);

/** Words that were ours alone, and what stands in their place; they are found inside of names and in texts alike. */
const RETIRED: Readonly<Record<string, string>> = {
  briefing: 'state replay',
  desk: 'scheduler',
  doorway: 'link acceptor or request guard',
  guest: 'client of an engine',
  guests: 'engine host',
  outlet: 'queue',
  shelf: 'index',
  shelves: 'indexes',
  sighting: 'scan',
  sightings: 'scan',
  trouble: 'problem, warning or error, by what it is',
  troubles: 'problems, warnings or errors, by what they are',
  turnstile: 'concurrency limit',
};

/** Names that say something else in the field, or nothing. */
const RETIRED_NAMES: Readonly<Record<string, string>> = {
  Branches: 'LinkPool',
  createCalls: 'createCallScheduler',
  createPatientSender: 'withStallTimeout',
  HeldEngine: 'EngineLease',
  HeldWatch: 'WatchLease',
  hostYard: 'listenExclusively',
  judgeHooks: 'resolveApprovals',
  OnceKey: 'IdempotencyKey',
  PatientSender: 'StallLimitedSender',
  runOnce: 'runIdempotent',
  Sight: 'FolderScan',
  YardOfAnotherProcess: 'JoinedYard',
};

const OWN_FILE = 'tools/words.test.ts';
const files = LOOKED_AT.flatMap((place) =>
  place.endsWith('.md') ? [join(ROOT, place)] : filesBelow(join(ROOT, place), NOT_OURS),
)
  .map((path) => ({ name: relative(ROOT, path).split(sep).join('/'), path }))
  .filter(({ name }) => name !== OWN_FILE && /\.(ts|mjs|md|json)$/.test(name))
  .map(({ name, path }) => ({ name, text: readFileSync(path, 'utf8') }));

describe('the words', () => {
  it('are those of the field, in names and in texts', () => {
    const found = files.flatMap(({ name, text }) =>
      [...new Set(partsOf(`${name}\n${text}`))]
        .filter((word) => Object.hasOwn(RETIRED, word))
        .map((word) => `${name}: "${word}"; use ${RETIRED[word]}`),
    );
    expect(found).toEqual([]);
  });

  it('come without names that were retired', () => {
    const found = files.flatMap(({ name, text }) =>
      Object.entries(RETIRED_NAMES)
        .filter(([retired]) => new RegExp(`\\b${retired}\\b`).test(text))
        .map(([retired, instead]) => `${name}: ${retired}; use ${instead}`),
    );
    expect(found).toEqual([]);
  });

  it('have one meaning: what is exported has a name of its own in the whole tree', () => {
    const homes = new Map<string, string[]>();
    for (const { name, text } of files) {
      if (!/^(packages|apps)\/[^/]+\/src\/.*(?<!\.test)\.ts$/.test(name)) continue;
      for (const exported of exportsOf(text)) homes.set(exported, [...(homes.get(exported) ?? []), name]);
    }
    expect(homes.size).toBeGreaterThan(1000);
    expect([...homes].filter(([, places]) => places.length > 1)).toEqual([]);
  });
});

function exportsOf(text: string): Set<string> {
  const declared = /^export (?:abstract )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
  return new Set([...text.matchAll(declared)].flatMap(([, name]) => name ?? []));
}

/** Every word of a text in lower case, those inside of names too: `waitForGuests` has three. */
function partsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
}
