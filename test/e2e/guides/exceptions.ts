/** Commands that no test of the pages runs, by how they begin; `why` says why not, and what shows instead that they work. */
export const NOT_RUN: readonly { readonly begins: string; readonly why: string }[] = [
  { begins: 'npm ci', why: 'needs a network; every clone begins with it' },
  { begins: 'npm start', why: 'installs and builds; tools/try-start.mjs runs it in a fresh clone' },
  { begins: 'npm test', why: 'is what runs this' },
  { begins: 'npm run build', why: 'would build what other tests are running; comes before them' },
  {
    begins: 'npm install -g ./apps/cli',
    why: 'changes the machine; test/e2e/cli/package.test.ts installs the package',
  },
  { begins: 'npm run bench', why: 'takes minutes and all of the machine; test/e2e/bench.timed.long.test.ts runs it' },
  { begins: 'npm run conformance', why: 'needs a network; .ci/run runs it' },
  {
    begins: 'npm run package',
    why: 'would build what other tests are running; test/e2e/cli/package.test.ts looks at what it packs',
  },
  { begins: 'git pull', why: 'needs a network; what it builds comes before the tests' },
  {
    begins: 'docker',
    why: 'needs an engine; test/e2e/docker/product-image.long.test.ts does the same with a real one',
  },
  { begins: 'systemctl', why: 'needs systemd; test/e2e/guides/services.test.ts runs what the unit starts' },
  { begins: 'loginctl', why: 'needs systemd' },
  { begins: 'journalctl', why: 'needs systemd' },
  { begins: 'launchctl', why: 'needs macOS' },
  { begins: 'toolyard ask', why: 'needs a model; test/e2e/assistant/ask.test.ts asks a scripted one' },
  { begins: 'claude mcp add', why: 'belongs to Claude Code' },
  {
    begins: 'source <(toolyard completion zsh)',
    why: 'needs zsh; test/e2e/cli/set-up/completion.test.ts runs it there',
  },
  {
    begins: 'toolyard completion fish | source',
    why: 'needs fish; test/e2e/cli/set-up/completion.test.ts runs it there',
  },
];

/**
 * Commands that run until their reader ends them, by how they begin. The page shows what they print at first; what follows is done
 * beside them. Where one listens on a `port`, a free one takes its place in all commands.
 */
export const FOREGROUND: readonly { readonly begins: string; readonly port?: number }[] = [
  { begins: 'toolyard up', port: 7420 },
  { begins: 'toolyard tasks serve', port: 8000 },
  { begins: 'toolyard hooks watch' },
  { begins: 'toolyard hooks log --follow' },
];

/** Sections whose reader has gone through another one before, and goes on in its home. */
export const CONTINUES: Readonly<Record<string, string>> = {
  'docs/guides/hooks.md: Git hooks': 'docs/guides/hooks.md: Hooks',
  'docs/guides/hooks.md: Why did it not run?': 'docs/guides/hooks.md: Hooks',
  'docs/guides/command-line.md: `toolyard hooks why EVENT`': 'docs/guides/hooks.md: Hooks',
  'docs/guides/command-line.md: `toolyard hooks run ID`': 'docs/guides/hooks.md: Hooks',
};

/** Pages whose commands take long, and run with `npm run test:all`. */
export const LONG_PAGES: readonly string[] = ['documents', 'hooks', 'http', 'setting-up', 'tasks', 'webhooks'].map(
  (name) => `docs/guides/${name}.md`,
);
