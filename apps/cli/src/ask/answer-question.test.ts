import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModelServer } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { runInProcess, type Ended } from '../../test/run-in-process.ts';

/** Asks in a note that something is done to before the answer comes. */
async function askInNote(change: (note: string) => void, ...options: readonly string[]): Promise<Ended> {
  const cwd = mkdtempSync(join(tmpdir(), 'toolyard-answer-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const note = join(cwd, 'note.md');
  writeFileSync(note, '# A\n\n#User : hi\n');
  writeFileSync(join(cwd, 'mcp.json'), '{ "mcpServers": {} }');
  const turn = (): { text: string } => {
    change(note);
    return { text: 'hello' };
  };
  const model = await startModelServer('anthropic', [turn]);
  onTestFinished(() => model.stop());
  const words = ['ask', '--config', 'mcp.json', '--model', model.modelId, '--document', 'note.md', ...options];
  return runInProcess(words, { cwd, homeDir: cwd, env: { ...model.environment, NO_COLOR: '1' } });
}

function replaceByFolder(note: string): void {
  rmSync(note);
  mkdirSync(note);
}

it.each([
  ['is gone', (note: string) => writeFileSync(note, 'else\n'), 0, 'The place of the answer in note.md is gone'],
  ['cannot be written', replaceByFolder, 1, 'note.md does not have all of the answer'],
])('shows an answer whose place %s', async (_, change, code, why) => {
  const ended = await askInNote(change);
  expect(ended).toMatchObject({ code, stdout: 'hello\n' });
  expect(ended.stderr).toMatch(new RegExp(`\n${why}, so the answer is here:\n$`));
});

it('tells programs last that an answer could not be written', async () => {
  const { code, stdout } = await askInNote(replaceByFolder, '--json');
  const events: unknown[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(1);
  expect(events).toContainEqual({ type: 'text', text: 'hello' });
  expect(events.filter((event) => JSON.stringify(event).includes('"end"'))).toEqual([events.at(-1)]);
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'error', message: expect.stringContaining('note.md') });
});
