// The rules by which the community directory reviews plugins. They need an older TypeScript than the rest of the project, so this folder has
// packages of its own, outside of the workspaces.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';

const app = dirname(dirname(fileURLToPath(import.meta.url)));

export default tseslint.config(
  ...obsidianmd.configs.recommended,
  {
    files: ['src/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: app } },
  },
  { ignores: ['dist/**', 'lint/**', 'test/**', '**/*.test.ts', '*.mjs'] },
);
