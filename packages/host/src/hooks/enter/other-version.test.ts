import { createErrorResponse, createNotification, createResponse, type Link } from '@toolyard/core';
import { listenExclusively } from '@toolyard/node';
import { expect, it, onTestFinished } from 'vitest';
import { createTestWorkspace, ECHO, type TestWorkspace } from '../../../test/create-test-workspace.ts';
import { locateEngine } from '../engine/engine-place.ts';

/** An engine of another version that takes every event; gives the methods that it was asked for. */
async function hostEngine({ createHost, workspace }: TestWorkspace, about?: object): Promise<string[]> {
  const asked: string[] = [];
  const onLink = (link: Link): void =>
    link.receive(({ id = 0, method = '' }) => {
      asked.push(method);
      if (method === 'hooks/enter') {
        void link.send(createNotification('hooks/taken', { request: id }));
        return link.send(createResponse(id, '{"records":[]}'));
      }
      const unknown = createErrorResponse(id, { code: -32_601, message: `Method not found: ${method}` });
      return link.send(about === undefined ? unknown : createResponse(id, JSON.stringify(about)));
    });
  const { engine } = await locateEngine(createHost().surroundings, workspace);
  const socket = await listenExclusively({ path: engine, onLink });
  onTestFinished(() => socket?.close());
  return asked;
}

it('hands nothing over to an engine that speaks another protocol, and says what to do', async () => {
  const made = await createTestWorkspace();
  const asked = await hostEngine(made, { version: '99.0.0', protocol: 2, pid: 12 });
  const hooks = await made.open();
  await expect(hooks.enter(ECHO)).rejects.toMatchObject({
    code: 'version-mismatch',
    message:
      `The Toolyard that runs the hooks of ${made.workspace} (process 12) is version 99.0.0, and this is version 0.0.0. ` +
      'They cannot work together. ' +
      'Restart this program if Toolyard was updated meanwhile, or update this Toolyard, or stop the running one where it was started, then try again.',
  });
  expect(asked).toEqual(['hooks/about']);
});

it.each([undefined, { version: '99.0.0', protocol: 1, pid: 12 }])(
  'hands events over to an engine of another version that speaks the same protocol: %j',
  async (about) => {
    const made = await createTestWorkspace();
    const asked = await hostEngine(made, about);
    const hooks = await made.open();
    expect(await hooks.enter(ECHO)).toEqual([]);
    expect(asked).toEqual(['hooks/about', 'hooks/enter']);
  },
);
