// Removes everything a build writes. The build's memory goes with its output, or the next build would write nothing.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
);

for (const folder of [root, ...folders]) {
  if (!statSync(folder).isDirectory()) continue;
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.tsbuildinfo')) rmSync(join(folder, name));
}
// A copy that the package needs.
rmSync(join(root, 'apps/cli/CHANGELOG.md'), { force: true });
