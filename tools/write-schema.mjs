// Writes what programs read about Toolyard, from its own tables: npm run schema
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfigurationSchema } from '../packages/core/dist/index.js';
import { createHooksSchema } from '../packages/hooks/dist/index.js';
import { createOpenapi } from '../packages/tasks/dist/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const written = {
  'packages/core/schema/toolyard.schema.json': createConfigurationSchema(),
  'packages/hooks/schema/hooks.schema.json': createHooksSchema(),
  'packages/tasks/schema/openapi.json': createOpenapi('0.1.0'),
};

for (const [name, content] of Object.entries(written)) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
  execFileSync('npx', ['oxfmt', file], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
}
