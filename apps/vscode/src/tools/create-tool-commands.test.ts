import { describe, expect, it } from 'vitest';
import { createOpenBench, type ServerBench } from '../../test/fakes/create-server-bench.ts';
import type { FormSubject } from '../ports/open-form.ts';
import type { TrialSubject } from '../ports/open-trial.ts';
import { createToolCommands } from './create-tool-commands.ts';

async function createOpened() {
  const bench = await createOpenBench();
  const trials: TrialSubject[] = [];
  const forms: FormSubject[] = [];
  const commands = createToolCommands(bench.parts, {
    openTrial: (subject) => void trials.push(subject),
    openForm: async (subject) => void forms.push(subject),
  });
  return { bench, commands, trials, forms };
}

function toolOf({ folder }: ServerBench, tool: string) {
  return { kind: 'tool', folder: folder.path, server: 'it', tool } as const;
}

describe('the commands of a tool', () => {
  it('open the form to try it, which a person may choose', async () => {
    const { bench, commands, trials } = await createOpened();
    const { path } = bench.folder;
    await commands['toolyard.tools.try']?.(toolOf(bench, 'add'));
    bench.editor.answers.push('Echo');
    await commands['toolyard.tools.try']?.(undefined);
    expect(trials).toEqual([
      { folder: path, server: 'it', tool: 'add' },
      { folder: path, server: 'it', tool: 'echo' },
    ]);
  });

  it('show its schema', async () => {
    const { bench, commands } = await createOpened();
    await commands['toolyard.tools.schema']?.(toolOf(bench, 'echo'));
    expect(bench.editor.shown.at(-1)).toMatch(/^text: it echo schema\n\{\n {2}"type": "object",/);
    await expect(commands['toolyard.tools.schema']?.(toolOf(bench, 'gone'))).rejects.toThrow('is not known');
  });

  it('open the form of a hook with the tool', async () => {
    const { bench, commands, forms } = await createOpened();
    bench.editor.answers.push('Echo');
    await commands['toolyard.tools.useInHook']?.(undefined);
    expect(forms).toEqual([{ folder: bench.folder.path, tool: { server: 'it', tool: 'echo' } }]);
  });
});
