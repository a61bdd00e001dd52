// Writes the JSON Schema of the configuration from the tables of the parser: npm run schema
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfigurationSchema } from '../packages/core/dist/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = fileURLToPath(new URL('../packages/core/schema/toolyard.schema.json', import.meta.url));

mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(createConfigurationSchema(), undefined, 2)}\n`);
execFileSync('npx', ['oxfmt', file], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
