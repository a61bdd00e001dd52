import { describe, expect, it } from 'vitest';
import { createFakeEditor, type FakeEditor } from '../../../test/fakes/create-fake-editor.ts';
import { createKeptInputs, type KeptInputs } from './create-kept-inputs.ts';
import { forgetInputs } from './forget-inputs.ts';

function createKept(): { readonly kept: KeptInputs; readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>();
  let names: readonly string[] = [];
  const kept = createKeptInputs(
    {
      get: async (name) => secrets.get(name),
      store: async (name, value) => void secrets.set(name, value),
      delete: async (name) => void secrets.delete(name),
    },
    { read: () => names, write: async (next) => void (names = next) },
  );
  return { kept, secrets };
}

const TOKEN = '/shop/toolyard.json#token';
const REGION = '/shop/.vscode/mcp.json#region';

async function run(kept: KeptInputs, ...answers: readonly (string | undefined)[]): Promise<FakeEditor> {
  const editor = createFakeEditor(...answers);
  await forgetInputs({ editor, later: (work) => void work() }, kept);
  return editor;
}

async function createFilled(): Promise<ReturnType<typeof createKept>> {
  const made = createKept();
  await made.kept.keep(TOKEN, 'a secret');
  await made.kept.keep(TOKEN, 'another secret');
  await made.kept.keep(REGION, 'north');
  return made;
}

describe('forgetInputs', () => {
  it('says so where nothing is kept', async () => {
    const { shown } = await run(createKept().kept);
    expect(shown).toEqual(['info: No answers to inputs are saved on this device.']);
  });

  it('forgets one, and shows no value', async () => {
    const { kept, secrets } = await createFilled();
    const { shown } = await run(kept, 'token', 'Forget');
    expect(shown[0]).toBe('pick: Toolyard: Saved Inputs: token, region, All of Them');
    expect(shown.join()).not.toContain('secret,');
    expect([...secrets]).toEqual([[REGION, 'north']]);
    expect(kept.list()).toEqual([REGION]);
    expect(await kept.read(TOKEN)).toBeUndefined();
  });

  it('changes one, unseen', async () => {
    const { kept } = await createFilled();
    const { shown } = await run(kept, 'region', 'Change', 'south');
    expect(await kept.read(REGION)).toBe('south');
    expect(kept.list()).toEqual([TOKEN, REGION]);
    expect(shown.join()).not.toContain('south');
  });

  it('forgets all of them, and nothing where the person leaves', async () => {
    const { kept, secrets } = await createFilled();
    await run(kept, 'All of Them', undefined);
    await run(kept, undefined);
    await run(kept, 'token', 'Change', undefined);
    expect(secrets.size).toBe(2);
    await run(kept, 'All of Them', 'Forget');
    expect([secrets.size, kept.list()]).toEqual([0, []]);
  });
});
