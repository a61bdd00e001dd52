import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, Pick<Manifest, 'version'>>>;
}

const manifests: readonly Manifest[] = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => JSON.parse(readText(`${group}/${name}/package.json`))),
);
const published = manifests.filter((manifest) => manifest.private !== true);

describe('what is released', () => {
  it('is one package', () => {
    expect(published.map(({ name }) => name)).toEqual(['toolyard']);
    expect(JSON.parse(readText('package.json')).private).toBe(true);
  });

  it('has one version, in every part', () => {
    const own = manifests.flatMap(({ version, dependencies, devDependencies }) => [
      version,
      ...Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name]) => name.startsWith('@toolyard/'))
        .map(([, wanted]) => wanted),
    ]);
    const { packages: locked }: Lockfile = JSON.parse(readText('package-lock.json'));
    const places = Object.keys(locked).filter((place) => /^(packages|apps)\/[^/]+$/.test(place));
    expect(places).toHaveLength(manifests.length);
    const versions = [...own, ...places.map((place) => locked[place]?.version)];
    expect(new Set(versions)).toEqual(new Set([published[0]?.version]));
  });

  it('is described by the changelog: what is to come first, then this version', () => {
    const headings = [...readText('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
    expect(headings[0]).toBe('[Unreleased]');
    expect(headings[1]).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
    expect(headings[1]).toContain(`[${published[0]?.version}]`);
  });

  it('sorts changes as Keep a Changelog does', () => {
    const kinds = [...readText('CHANGELOG.md').matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(kinds.filter((kind) => !known.includes(kind ?? ''))).toEqual([]);
  });

  it('has a changelog that needs no other file, since it is part of the package', () => {
    const links = [...readText('CHANGELOG.md').matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => target?.startsWith('https://') !== true)).toEqual([]);
  });

  it('has the licence of the repository', () => {
    expect(readText('apps/cli/LICENSE')).toBe(readText('LICENSE'));
  });
});

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
