import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENTRY_POINTS, PARTS, putDirectionTable } from './direction.ts';
import { findCycle } from './find-cycle.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Imports from outside, and the parts that may have them; what is not listed here is allowed nowhere. */
const OUTSIDE: readonly {
  readonly pattern: RegExp;
  readonly allowed: readonly string[];
  readonly typesOnly?: boolean;
}[] = [
  { pattern: /^node:/, allowed: Object.keys(PARTS).filter((part) => PARTS[part]?.usesNode === true) },
  { pattern: /^jsonc-parser$/, allowed: ['packages/core'] },
  {
    pattern: /^@noble\/hashes\//,
    allowed: [
      'packages/core',
      'packages/runtime',
      'packages/gateway',
      'packages/documents',
      'packages/models',
      'packages/hooks',
    ],
  },
  { pattern: /^ajv(\/|$)/, allowed: ['packages/runtime'] },
  { pattern: /^(fastify|pg|@electric-sql\/pglite)(\/|$)/, allowed: ['packages/tasks'] },
  { pattern: /^markdown-it$/, allowed: ['packages/documents'] },
  { pattern: /^yaml$/, allowed: ['packages/core', 'packages/hooks'] },
  { pattern: /^ignore$/, allowed: ['packages/node'] },
  { pattern: /^commander$/, allowed: ['apps/cli'] },
  { pattern: /^@ai-sdk\//, allowed: ['packages/models'] },
  // Scripted models and what is sent to them are held to the types of the providers' own packages.
  {
    pattern: /^(@anthropic-ai\/sdk|openai|@google\/genai|ollama)(\/|$)/,
    allowed: ['packages/testing', 'packages/models'],
    typesOnly: true,
  },
  { pattern: /^@octokit\/request$/, allowed: ['packages/host'] },
  // Requests to GitHub, and the server that stands in for it in tests, are held to these.
  { pattern: /^@octokit\/types$/, allowed: ['packages/hooks', 'packages/testing'], typesOnly: true },
  // Its editor is of the app as well.
  { pattern: /^(obsidian|@codemirror\/(state|view))$/, allowed: ['apps/obsidian'] },
  { pattern: /^vscode$/, allowed: ['apps/vscode'] },
  { pattern: /^(@vscode-elements\/elements(\/.*)?|lit(\/.*)?)$/, allowed: ['apps/vscode'] },
  // Contract suites are written once and run on each implementation.
  { pattern: /^vitest$/, allowed: ['packages/testing'] },
];

/** What only a test may import. */
const IN_TESTS = /^(vitest|fast-check|esbuild|ajv|node:.*|@toolyard\/testing)(\/|$)/;

/** What only tests of one part may import. */
const IN_TESTS_OF: Readonly<Record<string, RegExp>> = {
  // The test bed is made of these.
  'apps/vscode': /^(playwright-core|axe-core)$/,
  'apps/obsidian': /^(playwright-core|axe-core|gifenc|ws|buffer|path-browserify|markdown-it|@codemirror\/.*)$/,
};

/** The API of a host program, and the one folder that may import it, besides what stands in for the program in tests. */
const HOST_FOLDERS: readonly { readonly pattern: RegExp; readonly folders: readonly string[] }[] = [
  // The editor that Obsidian is built on is a part of its API.
  { pattern: /^(obsidian|@codemirror\/.*)$/, folders: ['apps/obsidian/src/host/', 'apps/obsidian/test/bed/'] },
  { pattern: /^vscode$/, folders: ['apps/vscode/src/host/', 'apps/vscode/test/in-host/'] },
  { pattern: /^(@vscode-elements\/elements(\/.*)?|lit(\/.*)?)$/, folders: ['apps/vscode/src/webview/'] },
];

/** Parts without any input or output: no clock, file, environment variable or process. */
const PURE = Object.keys(PARTS).filter((part) => PARTS[part]?.usesNode === false);
const PURE_FOLDERS = ['packages/tasks/src/domain/'];
const IMPURE =
  /\b(Date\.now|new Date\(\)|performance\.now|setTimeout|setInterval|setImmediate|process\.|Math\.random|crypto\.|fetch\()/;

/** What no source may use, tests included, and what stands in its place. */
const FORBIDDEN: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  // On Node 20 a timeout inside of `any` can be garbage-collected, and then never fires; and `any` never lets go of a signal that stays.
  { pattern: /\bAbortSignal\s*\.\s*(any|timeout)\b/, instead: 'withDeadline or joinSignals of core' },
];

/** Parts that also run in an Electron renderer and in an editor's extension host, as one file among others. */
const EMBEDDED = [...PURE, 'packages/node', 'packages/host', 'packages/front'];
/** What such a place has not, has otherwise, or shares with its host, and what stands in its place. */
const UNEMBEDDABLE: readonly {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Only this part; all of them where absent. */
  readonly within?: string;
  /** Files that may, with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}[] = [
  {
    pattern: /(?<![-\w])process\.(?!(?:platform|pid|kill|getuid|getgid)\b)|=\s*process\b(?!\.)|'node:process'/,
    instead:
      'arguments for the environment and the folder; streams, signals, exit and the program itself are of the app',
  },
  {
    pattern: /(?<![-\w])process\./,
    instead: 'the surroundings that the app gives, also for what all processes have',
    within: 'packages/host',
  },
  {
    pattern: /\.unref\(|\.hasRef\(|[tT]imer\??\.(?:refresh|ref)\(|\bNodeJS\.Time(?:out|r)\b/,
    instead: 'systemClock.after, repeatEvery, or ReturnType<typeof setTimeout>: a timer may be a number',
    except: {
      'packages/node/src/clock/system-clock.ts': 'looks whether a timer is a number',
      'packages/host/src/yard/start-background-yard.ts': 'lets go of a process',
      'packages/node/src/process/create-watchdog.ts': 'lets go of a process and its pipe, which are no timers',
    },
  },
  { pattern: /'node:timers/, instead: 'systemDelay of packages/node: a renderer does not wake for these timers' },
  {
    pattern: /\bimport\.meta\b|\bcreateRequire\b|\b__(?:dir|file)name\b/,
    instead: 'an argument: in a bundle no file lies beside another',
  },
];

// A terminal obeys what a server put into a text; `toVisibleJson` has escapes for it.
const BARE_JSON = /(?:std(?:out|err)\.write|screen\.line|out\.line)\([^;]*JSON\.stringify\(/;

/** Waits for a pipe's writer, and never ends on some files; what the system has below `/proc` is short and always there. */
const UNBOUNDED_READ = /\b(readFile|readFileSync|createReadStream)\s*\((?!\s*['`]\/proc\/)|\bopen(Sync)?\([^)]*'r\+?'/;
const MAY_READ = [
  // The reader for everybody.
  'packages/node/src/file/read-plain-file.ts',
  // Opens folders alone.
  'packages/node/src/file/write-file-atomically.ts',
  // What the database brings along and keeps for itself; it reads the rest of its folder on its own anyway.
  'packages/tasks/src/store/embedded/prepare-folder.ts',
];

const NAMES_OF_A_KIND = /(^|\/)(utils?|helpers?|services?|types|common|misc|managers?)(\/|\.ts$)/;

interface Source {
  readonly part: string;
  readonly file: string;
  readonly text: string;
  readonly isTest: boolean;
  readonly imports: readonly string[];
}

const sources: readonly Source[] = Object.keys(PARTS).flatMap((part) =>
  // What only tests of a part need lies in `test` beside `src`, and is not built.
  ['src', 'test'].flatMap((place) =>
    filesOf(join(ROOT, part, place)).map((path) => {
      const text = readFileSync(path, 'utf8');
      const file = relative(ROOT, path).split(sep).join('/');
      return { part, file, text, isTest: place === 'test' || file.endsWith('.test.ts'), imports: importsOf(text) };
    }),
  ),
);
const known: ReadonlyMap<string, Source> = new Map(sources.map((source) => [source.file, source]));

describe('the architecture', () => {
  it('is looked at as a whole', () => {
    const parts = ['packages', 'apps'].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
    );
    expect(parts.toSorted()).toEqual(Object.keys(PARTS).toSorted());
    expect(sources.length).toBeGreaterThan(50);
  });

  it('is described by the table of the architecture page', async () => {
    const page = join(ROOT, 'docs/ARCHITECTURE.md');
    await expect(putDirectionTable(readFileSync(page, 'utf8'))).toMatchFileSnapshot(page);
  });

  it('lets parts import each other in one direction only', () => {
    expect(wrong((source, name) => name.startsWith('@toolyard/') && !mayImport(source, name))).toEqual([]);
  });

  it('keeps every outside import where it belongs', () => {
    const isMisplaced = ({ part, isTest }: Source, name: string): boolean => {
      if (name.startsWith('.') || name.startsWith('@toolyard/')) return false;
      if (isTest && (IN_TESTS.test(name) || IN_TESTS_OF[part]?.test(name) === true)) return false;
      return !OUTSIDE.some(({ pattern, allowed }) => pattern.test(name) && allowed.includes(part));
    };
    expect(wrong(isMisplaced)).toEqual([]);
  });

  it('loads nothing of a package whose types alone are wanted', () => {
    const typesOnly = OUTSIDE.filter((outside) => outside.typesOnly === true);
    const loaded = sources.flatMap(({ file, text }) =>
      importsOf(text.replaceAll(/(^|\n)import type\b[^;]*;/g, ''))
        .filter((name) => typesOnly.some(({ pattern }) => pattern.test(name)))
        .map((name) => `${file}: ${name}`),
    );
    expect(loaded).toEqual([]);
  });

  it('keeps the API of a host to one folder', () => {
    const isMisplaced = ({ file }: Source, name: string): boolean =>
      HOST_FOLDERS.some(
        ({ pattern, folders }) => pattern.test(name) && !folders.some((folder) => file.startsWith(folder)),
      );
    expect(wrong(isMisplaced)).toEqual([]);
  });

  it('leaves no package by a relative path', () => {
    const leaves = ({ part, file }: Source, name: string): boolean =>
      name.startsWith('.') && !toTarget(file, name).startsWith(`${part}/`);
    expect(wrong(leaves)).toEqual([]);
  });

  it('gives pure parts no clock, environment or chance of their own', () => {
    const impure = sources.filter(
      ({ part, file, isTest, text }) => isPure(part, file) && !isTest && IMPURE.test(withoutComments(text)),
    );
    expect(impure.map(({ file }) => file)).toEqual([]);
  });

  it('loads no further entry point with the rest of its package', () => {
    const isLoaded = ({ file, part }: Source, name: string): boolean =>
      file.startsWith(`${part}/src/`) &&
      Object.keys(ENTRY_POINTS).some(
        (folder) => !file.startsWith(folder) && name.startsWith('.') && toTarget(file, name).startsWith(folder),
      );
    expect(wrong(isLoaded)).toEqual([]);
  });

  it('uses nothing that is known to fail', () => {
    const found = sources.flatMap(({ file, text }) =>
      FORBIDDEN.filter(({ pattern }) => pattern.test(withoutComments(text))).map(
        ({ instead }) => `${file}: use ${instead}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('keeps out of shared parts what only a process of our own has', () => {
    const found = sources
      .filter(({ part, isTest }) => EMBEDDED.includes(part) && !isTest)
      .flatMap(({ part, file, text }) =>
        UNEMBEDDABLE.filter(({ within = part, except }) => within === part && !except?.[file])
          .filter(({ pattern }) => pattern.test(withoutComments(text)))
          .map(({ instead }) => `${file}: use ${instead}`),
      );
    expect(found).toEqual([]);
  });

  it('has no exception that is not needed', () => {
    const unneeded = UNEMBEDDABLE.flatMap(({ pattern, except = {} }) =>
      Object.keys(except).filter((file) => {
        const source = sources.find((each) => each.file === file);
        return source === undefined || !pattern.test(withoutComments(source.text));
      }),
    );
    expect(unneeded).toEqual([]);
  });

  it('reads files by the one reader that neither waits nor goes on for ever', () => {
    const unbounded = sources.filter(
      ({ part, isTest, text }) => !isTest && part !== 'packages/testing' && UNBOUNDED_READ.test(withoutComments(text)),
    );
    expect(unbounded.map(({ file }) => file).toSorted()).toEqual(MAY_READ.toSorted());
  });

  it('shows no JSON that could steer a terminal', () => {
    const bare = sources.filter(
      ({ part, isTest, text }) => part === 'apps/cli' && !isTest && BARE_JSON.test(withoutComments(text)),
    );
    expect(bare.map(({ file }) => file)).toEqual([]);
  });

  it('keeps each outside import of tasks to its folder', () => {
    const folders: readonly [RegExp, string][] = [
      [/^fastify$/, 'http/'],
      [/^(pg|@electric-sql\/pglite)(\/|$)/, 'store/'],
    ];
    const isMisplaced = ({ part, file, isTest }: Source, name: string): boolean => {
      if (part !== 'packages/tasks') return false;
      const inside = file.slice('packages/tasks/src/'.length);
      if (inside.startsWith('domain/') && !isTest) return !/^(\.\/[^/]+|@toolyard\/core)$/.test(name);
      return folders.some(([pattern, folder]) => pattern.test(name) && !inside.startsWith(folder));
    };
    expect(wrong(isMisplaced)).toEqual([]);
  });

  it('names files and folders after what they do', () => {
    expect(sources.map(({ file }) => file).filter((file) => NAMES_OF_A_KIND.test(file))).toEqual([]);
  });

  it('has one barrel for each entry point', () => {
    const barrels = sources.filter(
      ({ file, part, text }) =>
        /^export .* from /m.test(text) &&
        ![`${part}/src/`, ...Object.keys(ENTRY_POINTS)].some((folder) => file === `${folder}index.ts`),
    );
    expect(barrels.map(({ file }) => file)).toEqual([]);
  });

  it('has no import cycle', () => {
    const cycle = findCycle([...known.keys()], (file) => targetsOf(file));
    expect(cycle).toEqual([]);
  });

  it('lets the folders of a part import each other in one direction only', () => {
    expect(Object.keys(PARTS).flatMap(findFolderCycle)).toEqual([]);
  });

  it('has nothing among the product that only tests use', () => {
    const used = new Set(Object.keys(PARTS).flatMap((part) => reachableFrom(entriesOf(part))));
    const unused = sources.filter(
      ({ part, file, isTest }) => part !== 'packages/testing' && !isTest && !used.has(file),
    );
    expect(unused.map(({ file }) => file)).toEqual([]);
  });
});

function isPure(part: string, file: string): boolean {
  return PURE.includes(part) || PURE_FOLDERS.some((folder) => file.startsWith(folder));
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function importsOf(text: string): string[] {
  const matches = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
  );
  return [...matches].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** The file that a relative import leads to. */
function toTarget(file: string, name: string): string {
  return join(file, '..', name).split(sep).join('/');
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '');
}

function wrong(isWrong: (source: Source, name: string) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports.filter((name) => isWrong(source, name)).map((name) => `${source.file}: ${name}`),
  );
}

function mayImport({ part, file, isTest }: Source, name: string): boolean {
  const target = name.split('/')[1] ?? '';
  const more = Object.entries(ENTRY_POINTS).flatMap(([folder, names]) => (file.startsWith(folder) ? names : []));
  return [...(PARTS[part]?.imports ?? []), ...more].includes(target) || (isTest && target === 'testing');
}

/** The files of its own part that a file imports. */
function targetsOf(file: string): string[] {
  return (known.get(file)?.imports ?? [])
    .filter((name) => name.startsWith('.'))
    .map((name) => toTarget(file, name))
    .filter((target) => known.has(target));
}

/** Imports that lead around a circle of top-level folders, one for each step; barrels and tests may import everything. */
function findFolderCycle(part: string): string[] {
  const folderOf = (file: string): string => file.slice(`${part}/src/`.length).split('/').slice(0, -1)[0] ?? '.';
  const steps = new Map<string, Map<string, string>>();
  for (const { file, isTest } of sources.filter((source) => source.part === part)) {
    if (isTest || file === `${part}/src/index.ts`) continue;
    const from = folderOf(file);
    const examples = steps.get(from) ?? new Map<string, string>();
    steps.set(from, examples);
    for (const target of targetsOf(file)) {
      if (folderOf(target) !== from) examples.set(folderOf(target), `${file} imports ${target}`);
    }
  }
  const cycle = findCycle([...steps.keys()], (folder) => steps.get(folder)?.keys() ?? []);
  return cycle.slice(1).map((folder, index) => steps.get(cycle[index] ?? '')?.get(folder) ?? '');
}

/** Where the use of a part begins: its public faces and its programs. */
function entriesOf(part: string): string[] {
  const { exports = {} }: { exports?: Record<string, unknown> } = JSON.parse(
    readFileSync(join(ROOT, part, 'package.json'), 'utf8'),
  );
  const faces = JSON.stringify(exports).matchAll(/"\.\/(src\/[^"]+\.ts)"/g);
  return sources
    .map(({ file }) => file)
    .filter(
      (file) =>
        ['index.ts', 'main.ts', 'host/extension.ts', 'webview/main.ts', 'webview/try/main.ts'].some(
          (name) => file === `${part}/src/${name}`,
        ) || file.startsWith(`${part}/src/bin/`),
    )
    .concat([...faces].map(([, face]) => `${part}/${face}`));
}

function reachableFrom(files: readonly string[]): string[] {
  const reached = new Set(files);
  for (const file of reached) for (const target of targetsOf(file)) reached.add(target);
  return [...reached];
}
