import { describe, expect, it } from 'vitest';
import { HAS_TERMINAL } from '../cli/start-terminal.ts';
import { followSection } from './follow-section.ts';
import { openShell } from './open-shell.ts';
import { readSections, type Section } from './read-sections.ts';

function read(...lines: readonly string[]): Section {
  const [section] = readSections('page.md', ['# Page', '', ...lines].join('\n'));
  if (section === undefined) throw new Error('no commands were found');
  return section;
}

describe('what is read of a page', () => {
  it('is each command with what it prints', () => {
    const page = `
\`\`\`sh
# first
one \\
  two
three   # why
\`\`\`

\`\`\`console
$ four <<END
x
END
$ five
out

put

$ six
\`\`\`
`;
    expect(read(page).steps).toEqual([
      { type: 'run', line: 6, command: 'one \\\n  two', shown: undefined },
      { type: 'run', line: 8, command: 'three   # why', shown: undefined },
      { type: 'run', line: 12, command: 'four <<END\nx\nEND', shown: undefined },
      { type: 'run', line: 15, command: 'five', shown: 'out\n\nput' },
      { type: 'run', line: 20, command: 'six', shown: undefined },
    ]);
  });

  it('is each file that it says to save, and no other', () => {
    const page = `
Then,
save this as \`a/b.json\`:

\`\`\`json
{}
\`\`\`

\`\`\`yaml
# .c/d.yaml
x: 1
\`\`\`

\`\`\`json
{ "is": "only shown" }
\`\`\`

\`\`\`sh
one
\`\`\`
`;
    expect(read(page).steps).toEqual([
      { type: 'save', line: 8, path: 'a/b.json', text: '{}\n' },
      { type: 'save', line: 12, path: '.c/d.yaml', text: '# .c/d.yaml\nx: 1\n' },
      { type: 'run', line: 21, command: 'one', shown: undefined },
    ]);
  });

  it.each([
    [['```', 'toolyard status', '```'], 'Line 4: a command stands in a fence of neither "sh" nor "console"'],
    [['```console', 'toolyard status', '```'], 'Line 4: a "console" begins with a command, which begins with "$ "'],
    [['```sh', 'toolyard status'], 'No line is "```" after "```sh"'],
    [['- x', '', '  ```sh', '  toolyard status', '  ```'], 'Line 5: a fence begins in the first column'],
  ])('overlooks no command: %j', (lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });
});

describe('who follows a page', () => {
  const follow = (...lines: readonly string[]): Promise<void> =>
    followSection(read('```console', ...lines, '```'), openShell());

  it('keeps the folder and the variables', async () => {
    const shown = 'you in /home/you/a at 10:02:11';
    await follow('$ mkdir ~/a && cd ~/a', '$ export WHO=you', '$ echo "$WHO in $PWD at $(date +%T)"', shown);
  });

  it('sees a command that fails', async () => {
    await expect(follow('$ true', '$ echo why; false  # it')).rejects.toThrow('page.md:5: echo why; false  # it\nwhy');
  });

  it.each(['one', 'one\ntwo\nthree'])('sees output that is not what is shown: %j', async (shown) => {
    await expect(follow('$ echo one; echo two >&2', ...shown.split('\n'))).rejects.toThrow('page.md:4');
  });

  it('sees that a command which runs until it is ended shows nothing', async () => {
    await expect(follow('$ toolyard hooks watch')).rejects.toThrow('show what it prints at first');
  });

  it.skipIf(!HAS_TERMINAL)('answers what is asked at a terminal', async () => {
    await follow('$ read -p "Sure? [y/N] " sure; echo "said $sure"', 'Sure? [y/N] y', 'said y');
  });
});
