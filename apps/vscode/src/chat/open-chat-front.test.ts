import { toConfigInvalid, ToolyardError } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { openChatFront } from './open-chat-front.ts';

describe('openChatFront', () => {
  it('asks a person, and says what to do where they do not approve', async () => {
    const editor = createFakeEditor();
    const asked: boolean[] = [];
    const folder = createFakeFolder(
      {},
      {
        async openFront({ mayAsk }) {
          asked.push(mayAsk);
          throw new ToolyardError('config-not-approved', 'Not approved.');
        },
      },
    );
    expect(await openChatFront({ editor, later: (work) => void work() }, folder)).toBeUndefined();
    expect(asked).toEqual([true]);
    expect(editor.shown).toEqual([
      expect.stringContaining('warning: The servers of shop are not approved, so chat did'),
    ]);
  });

  it('names the inputs that have no value', async () => {
    const editor = createFakeEditor();
    const message = 'Missing input: token; set TOOLYARD_INPUT_TOKEN';
    const missing = toConfigInvalid('/shop/toolyard.json', [{ code: 'missing_env_var', path: '$', message }]);
    const folder = createFakeFolder({}, { openFront: () => Promise.reject(missing) });
    expect(await openChatFront({ editor, later: (work) => void work() }, folder)).toBeUndefined();
    expect(editor.shown[0]).toBe(
      'warning: The servers of shop have no value for "token", so chat did not get their tools. Start the server again to be asked.',
    );
  });

  it('lets the editor tell of every other failure', async () => {
    const wrong = new ToolyardError('config-invalid', 'The file is wrong.');
    const folder = createFakeFolder({}, { openFront: () => Promise.reject(wrong) });
    await expect(openChatFront({ editor: createFakeEditor(), later: () => undefined }, folder)).rejects.toBe(wrong);
  });
});
