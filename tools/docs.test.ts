import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GIT_OPERATIONS, GITHUB_OPERATIONS, HOOK_TEMPLATES } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './files-below.ts';
import { putOperationTable } from './operation-table.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.git']);
const MANIFEST_PARTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Paths that exist on one machine only. Examples use `/home/you`. */
const MACHINE_PATH =
  /(?<![\w.~<>$}/-])(?:\/(?:work|root|tmp|private|mnt)\/|\/home\/(?!you\b)|\/Users\/(?!you\b)|[A-Z]:\\Users\\(?!you\b))/;

const pages = filesBelow(ROOT, NOT_OURS)
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ name: toName(file), folder: dirname(file), text: readFileSync(file, 'utf8') }));

/** What people find of the extension by its name. */
interface ContributedNames {
  readonly commands: readonly { readonly title: string }[];
  readonly configuration: { readonly properties: object };
}

/** Pages that follow one thing through the code. */
const ways = pages.filter(({ name }) => name.startsWith('docs/ways/'));

describe('the documentation', () => {
  it('is looked at as a whole', () => {
    const names = pages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'docs/DEPENDENCIES.md']),
    );
    expect(names.filter((name) => name.startsWith('docs/decisions/')).length).toBeGreaterThanOrEqual(7);
  });

  it('links only to files and headings that exist', () => {
    const broken = pages.flatMap(({ name, folder, text }) =>
      linksOf(text)
        .filter((link) => !leadsSomewhere(link, folder, text))
        .map((link) => `${name}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('holds no path of one machine', () => {
    const found = pages.flatMap(({ name, text }) =>
      text.split('\n').flatMap((line, index) => (MACHINE_PATH.test(line) ? [`${name}:${index + 1}: ${line}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('gives a reason for every dependency, and for no other', () => {
    expect(reasonedDependencies().toSorted()).toEqual([...declaredDependencies()].toSorted());
  });

  it('names every decision in the list of decisions', () => {
    const linked = linksOf(readPage('docs/ARCHITECTURE.md')).map((link) => basename(link));
    const records = pages.filter(({ name }) => name.startsWith('docs/decisions/')).map(({ name }) => basename(name));
    expect(records.filter((record) => !linked.includes(record))).toEqual([]);
  });

  it('names only files that exist', () => {
    const missing = pages.flatMap(({ name, text }) =>
      filesNamedIn(text)
        .filter((file) => !existsSync(join(ROOT, file)))
        .map((file) => `${name}: ${file}`),
    );
    expect(missing).toEqual([]);
    expect(filesNamedIn(readPage('docs/ARCHITECTURE.md')).length).toBeGreaterThan(30);
    expect(ways.flatMap(({ text }) => filesNamedIn(text)).length).toBeGreaterThan(200);
  });

  it('names every file of a way by its path, so that it can be found', () => {
    const unplaced = ways.flatMap(({ name, text }) =>
      [...withoutFences(text).matchAll(/`([\w.-]+\.(?:ts|mjs))`/g)].map(([, file]) => `${name}: ${file}`),
    );
    expect(unplaced).toEqual([]);
  });

  it('has no semicolon in a diagram, where it would end the line', () => {
    const broken = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)]
        .filter(([, diagram]) => diagram?.includes(';'))
        .map(() => name),
    );
    expect(broken).toEqual([]);
  });

  it('leads to every way from the architecture page', () => {
    const linked = linksOf(readPage('docs/ARCHITECTURE.md'));
    expect(ways.length).toBeGreaterThan(10);
    expect(ways.filter(({ name }) => !linked.includes(name.slice('docs/'.length)))).toEqual([]);
  });

  it('shows every picture, and no path of one machine in it', () => {
    const shown = new Set(
      pages.flatMap(({ folder, text }) => linksOf(text).map((link) => toName(resolve(folder, link)))),
    );
    const pictures = filesBelow(join(ROOT, 'docs'), NOT_OURS)
      .map(toName)
      .filter((name) => name.endsWith('.svg'));
    expect(pictures.length).toBeGreaterThan(3);
    expect(pictures.filter((name) => !shown.has(name))).toEqual([]);
    expect(pictures.filter((name) => MACHINE_PATH.test(readPage(name)))).toEqual([]);
  });

  it('describes every command and every option', () => {
    const { commands, options } = readCommandTable();
    const guide = readPage('docs/guides/command-line.md');
    expect(commands.length).toBeGreaterThan(5);
    expect([...commands, ...options].filter((word) => !guide.includes(word))).toEqual([]);
  });

  it('names only commands and options that there are', () => {
    const { commands, options } = readCommandTable();
    const known = new Set([...commands, ...commands.map((command) => command.replace(/ [a-z-]+$/, '')), ...options]);
    const named = pages
      .filter(({ name }) => name === 'README.md' || name.startsWith('docs/guides/'))
      .flatMap(({ name, text }) => wordsOfCommands(text).map((word) => `${name}: ${word}`));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((place) => !known.has(place.slice(place.indexOf(': ') + 2)))).toEqual([]);
  });

  it('describes every field of the configuration', () => {
    const guide = readPage('docs/guides/configuration.md');
    const fields = fieldsOf(JSON.parse(readPage('packages/core/schema/toolyard.schema.json')));
    expect(fields.size).toBeGreaterThan(30);
    expect([...fields].filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
  });

  it('describes every event that a hook can wait for', () => {
    const [, list = ''] =
      /"event": \{[^}]*?"enum": \[([^\]]*)\]/.exec(readPage('packages/hooks/schema/hooks.schema.json')) ?? [];
    const events = [...list.matchAll(/"([^"]+)"/g)].map(([, event]) => event);
    const guide = readPage('docs/guides/hooks.md');
    expect(events.length).toBeGreaterThan(10);
    expect(events.filter((event) => !guide.includes(`\`${event}\``))).toEqual([]);
  });

  it.each(['docs/guides/hooks.md', 'apps/vscode/README.md'])('lists every template of hooks in %s', (name) => {
    const page = readPage(name).replaceAll(/ +/g, ' ');
    const missing = HOOK_TEMPLATES.filter(({ title, description }) => !page.includes(`| ${title} | ${description} |`));
    expect(missing.map(({ title }) => title)).toEqual([]);
  });

  it('names every command and every setting of the extension for VS Code', () => {
    const { commands, configuration }: ContributedNames = JSON.parse(readPage('apps/vscode/manifest.json')).contributes;
    const names = [
      ...commands.map(({ title }) => `**${title}**`),
      ...Object.keys(configuration.properties).map((setting) => `\`${setting}\``),
    ];
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !readPage('apps/vscode/README.md').includes(name))).toEqual([]);
  });

  it('describes every operation of actions, and all their parameters', async () => {
    const guide = 'docs/guides/hooks.md';
    const withGit = putOperationTable(readPage(guide), 'git', GIT_OPERATIONS);
    await expect(putOperationTable(withGit, 'github', GITHUB_OPERATIONS)).toMatchFileSnapshot(join(ROOT, guide));
  });
});

describe('the rule against machine paths', () => {
  // Put together here, so that this page of the project does not hold what it forbids.
  const found = ['see /|root/x', '"/|work/clone"', '/home/somebody/a', '(/tmp/x)', 'C:\\Users\\me'];
  it.each(found.map((line) => line.replace('|', '')))('finds %j', (line) => {
    expect(line).toMatch(MACHINE_PATH);
  });

  it.each(['/home/you/try', 'docs/tmp/x', '~/tmp/x', 'https://example.com/tmp/x'])('leaves %j', (line) => {
    expect(line).not.toMatch(MACHINE_PATH);
  });
});

function toName(file: string): string {
  return relative(ROOT, file).split(sep).join('/');
}

function readPage(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

/** The commands with the groups they are in, and the options that some of them have. */
function readCommandTable(): { readonly commands: readonly string[]; readonly options: readonly string[] } {
  const files = readdirSync(join(ROOT, 'apps/cli/src')).filter((name) =>
    /^(command-table|serve-entry|program|.*-commands)\.ts$/.test(name),
  );
  const table = files.map((name) => readPage(`apps/cli/src/${name}`)).join('');
  let group = '';
  const commands = [...table.matchAll(/^( +)name: '([a-z-]+)'/gm)].map(([, indent = '', name = '']) => {
    const isInGroup = indent.length > 4;
    if (!isInGroup) group = name;
    return isInGroup ? `toolyard ${group} ${name}` : `toolyard ${name}`;
  });
  return { commands, options: [...table.matchAll(/'(--[a-z-]+)/g)].map(([, option]) => option ?? '') };
}

/** The commands that stand in backticks within the text, without what they are given, and their options. */
function wordsOfCommands(text: string): string[] {
  return [...withoutFences(text).matchAll(/`(toolyard(?: [^`\n]*)?)`/g)].flatMap(([, command = '']) => {
    const [name = ''] = /^toolyard(?: (?:hooks|tasks))?(?: [a-z-]+)?(?![\w:=-])/.exec(command) ?? [];
    return [name, ...(command.match(/(?<= )--[a-z-]+/g) ?? [])].filter((word) => word !== 'toolyard');
  });
}

/** The targets of links that are not web addresses; code is no link. */
function linksOf(text: string): string[] {
  const prose = withoutFences(text).replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map((match) => match[1] ?? '');
  return targets.filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

function leadsSomewhere(link: string, folder: string, text: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = resolve(folder, decodeURIComponent(path));
  if (path !== '' && !existsSync(file)) return false;
  if (heading === undefined) return true;
  return headingsOf(path === '' ? text : readFileSync(file, 'utf8')).includes(heading);
}

function headingsOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#{1,6} +(.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The files of this repository that a text names in backticks; `core/src/…` is below `packages`. */
function filesNamedIn(text: string): string[] {
  const quoted = [...withoutFences(text).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map((match) => match[1] ?? '');
  return quoted.flatMap((path) => {
    // `tools/list` is a method of the protocol.
    if (/^(packages|apps|test|docs|examples|bench)\/|^tools\/.*\./.test(path))
      return path.includes('/dist') ? [] : [path];
    return /^(core|runtime|gateway|front|node|documents|hooks|host|tasks|testing)\/src\//.test(path)
      ? [`packages/${path}`]
      : [];
  });
}

function withoutFences(text: string): string {
  return text.replaceAll(/^(`{3,}|~{3,})[\s\S]*?^\1[ \t]*$/gm, '');
}

/** The names in the first column of the page's tables. */
function reasonedDependencies(): string[] {
  return [...readPage('docs/DEPENDENCIES.md').matchAll(/^\| `([^`]+)` +\|/gm)].map((match) => match[1] ?? '');
}

function declaredDependencies(): Set<string> {
  const manifests = filesBelow(ROOT, NOT_OURS).filter((file) => basename(file) === 'package.json');
  const names = manifests.flatMap((file) => {
    const manifest: Record<string, object | undefined> = JSON.parse(readFileSync(file, 'utf8'));
    return MANIFEST_PARTS.flatMap((part) => Object.keys(manifest[part] ?? {}));
  });
  return new Set(names.filter((name) => !name.startsWith('@toolyard/')));
}

/** All names under `properties`, anywhere in a JSON Schema. */
function fieldsOf(schema: unknown, fields = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return fields;
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties' && typeof value === 'object') for (const field of Object.keys(value)) fields.add(field);
    fieldsOf(value, fields);
  }
  return fields;
}
