import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Launch } from '../harness/sdk-clients.ts';
import { createFolder, fixture, ROOT } from './run-toolyard.ts';

const run = promisify(execFile);

/** What npm says about a package that it packed. */
export interface Packed {
  readonly filename: string;
  /** Of the archive, in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** The package in a project of somebody else. */
export interface InstalledPackage {
  readonly packed: Packed;
  /** The project. */
  readonly folder: string;
  /** A configuration in it, with the fixture server `echo`. */
  readonly file: string;
  /** The paths of the files of the package, from the project. */
  files(): readonly string[];
  /** How a client in the project starts one of the package's commands. */
  launch(command: 'toolyard' | 'mcp-simple-aggregator', ...args: string[]): Launch;
  /** Runs a program in the project; rejects where it fails. */
  run(command: string, ...args: readonly string[]): Promise<{ stdout: string; stderr: string }>;
  remove(): Promise<void>;
}

/** Packs the package; gives what npm says about it. */
export async function packPackage(destination: string): Promise<Packed> {
  // Without scripts: a build under the feet of other tests would break them.
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const { stdout } = await run('npm', words, { cwd: join(ROOT, 'apps/cli') });
  const [packed] = JSON.parse(stdout);
  return packed;
}

/** Installs the package into an empty project outside of the repository, with no network and an empty cache, for this Node. */
export async function installPackage(node: string): Promise<InstalledPackage> {
  const { folder, file, remove } = await createFolder({ echo: fixture('echo') });
  const own = {
    PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    TOOLYARD_STATE_DIR: join(folder, 'state'),
    TOOLYARD_DATA_DIR: join(folder, 'data'),
    npm_config_cache: join(folder, 'npm-cache'),
  };
  const env = { ...process.env, ...own };
  const inFolder: InstalledPackage['run'] = (command, ...args) => run(command, args, { cwd: folder, env });
  const launch: InstalledPackage['launch'] = (command, ...args) => ({
    command: join(folder, 'node_modules/.bin', command),
    args,
    cwd: folder,
    env: { ...own, HOME: folder },
  });
  const packed = await packPackage(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  await inFolder('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`);
  const files = (): readonly string[] =>
    readdirSync(join(folder, 'node_modules/toolyard'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return { packed, folder, file, files, launch, run: inFolder, remove };
}
