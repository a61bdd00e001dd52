import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findConversation, MESSAGE_NAMES, readConversation } from '@toolyard/assistant';
import { parseNote } from '@toolyard/documents';
import { killWriter, runs } from '@toolyard/testing';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';

const KILLS = runs(40, 8);
const ABOVE = `# Plan\n\n${'words\n'.repeat(500)}\n## Chat\n\n#User : Count.`;
const BELOW = '\n\n## Next\n\n```weather\ntool: forecast\n```\n';
const MARK = '> [!warning] This answer is still being written, or was cut off. ^answer-k1';

/** Streams an answer that never ends into a note, as fast as it can. */
const PROGRAM = `
import { createAnswerWriter, MESSAGE_NAMES } from '@toolyard/assistant';
import { createNoteFile, systemClock } from '@toolyard/node';

async function run() {
  const store = createNoteFile(process.argv[2]);
  const options = { clock: systemClock, id: 'k1', names: MESSAGE_NAMES, line: ${ABOVE.split('\n').length}, everyMs: 1 };
  const writer = createAnswerWriter({ ...options, store, note: await store.read() });
  for (let count = 0; ; count++) {
    writer.take({ type: 'text', text: count % 10 === 0 ? 'Line ' + count + '\\n\\n# Heading\\n\\n\`\`\`py\\n# code\\n' : '\\n\`\`\`\\n\\n' });
    const id = String(count);
    writer.take({ type: 'tool-call', id, tool: 'weather:forecast', arguments: { count } });
    if (count % 2 === 0) writer.take({ type: 'tool-result', id, status: 'success', text: 'tool: x', durationMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1));
    if ((await store.read()).includes('k1')) process.stdout.write('.');
  }
}
void run();
`;

it('leaves a whole note with a marked answer when its writer is killed', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-killed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'program.cjs');
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  const resolved = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };
  await build({ stdin, outfile: program, bundle: true, platform: 'node', format: 'cjs', ...resolved, minify: true });
  const file = join(folder, 'note.md');
  for (let kills = 0; kills < KILLS; kills++) {
    await writeFile(file, ABOVE + BELOW);
    await killWriter(program, file, 40);
    const text = await readFile(file, 'utf8');
    expect(text.startsWith(ABOVE)).toBe(true);
    expect(text.endsWith(BELOW)).toBe(true);
    expect(text.slice(0, -BELOW.length).endsWith(`\n\n${MARK}`)).toBe(true);
    const note = parseNote(text, { servers: ['weather', 'json', 'text'] });
    expect(note.headings.map((heading) => heading.text)).toEqual(['Plan', 'Chat', 'Next']);
    expect(note.blocks).toHaveLength(1);
    const { messages } = readConversation(note, findConversation(note, MESSAGE_NAMES, ABOVE.split('\n').length), {
      question: 'Go on.',
    });
    expect(messages[1]).toMatchObject({
      role: 'assistant',
      content: [{ type: 'text', text: expect.stringMatching(/^Line 0/) }, { type: 'tool-call' }],
    });
  }
});
