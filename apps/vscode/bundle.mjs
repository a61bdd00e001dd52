// Makes the folder that the extension is packed from: manifest, scripts, pictures and licences. The same sources give the same bytes.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { collectLicences } from '../../tools/collect-licences.mjs';
import { toOfferSchema } from './offer-schema.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** A quarter of a megabyte of messages in other languages, which nobody would see. */
const WITHOUT_LOCALES = {
  name: 'without-locales',
  setup: ({ onLoad }) => onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' })),
};

const COMMON = {
  absWorkingDir: here,
  bundle: true,
  conditions: ['@toolyard/source'],
  minify: true,
  plugins: [WITHOUT_LOCALES],
  // They stand in a file of their own, whole.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/** Writes the extension to a folder; gives the files that its scripts are made of, as full paths. */
export async function bundleExtension(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    ...COMMON,
    entryPoints: { extension: 'src/host/extension.ts' },
    outdir: folder,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // `import.meta` has no meaning in CommonJS.
    define: { 'import.meta.url': 'undefined' },
    mainFields: ['module', 'main'],
    external: ['vscode'],
  });
  const page = await bundlePage(folder);
  const files = [...new Set([...filesOf(metafile), ...filesOf(page.metafile)])];
  cpSync(join(here, 'manifest.json'), join(folder, 'package.json'));
  cpSync(join(here, 'media'), join(folder, 'media'), { recursive: true });
  for (const name of ['README.md', 'LICENSE']) cpSync(join(here, name), join(folder, name));
  cpSync(join(here, '..', '..', 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
  const schema = JSON.parse(readFileSync(join(here, '..', '..', 'packages/hooks/schema/hooks.schema.json'), 'utf8'));
  mkdirSync(join(folder, 'schemas'));
  writeFileSync(join(folder, 'schemas', 'hooks.json'), JSON.stringify(toOfferSchema(schema)));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), collectLicences(files));
  return { files };
}

/** The pages, each as one script that brings its styles along. */
export function bundlePage(folder) {
  return build({
    ...COMMON,
    entryPoints: { form: 'src/webview/main.ts', try: 'src/webview/try/main.ts' },
    outdir: join(folder, 'webview'),
    format: 'iife',
    platform: 'browser',
    // That of the oldest editor that the manifest allows.
    target: 'chrome134',
  });
}

/** What tree shaking left nothing of is not in it. */
function filesOf({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return [...new Set(used.map(([path]) => resolve(here, path)))];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleExtension(join(here, 'dist', 'extension'));
