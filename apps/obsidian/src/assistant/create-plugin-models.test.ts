import { startModelServer } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createBench } from '../../test/fakes/plugin-bench.ts';
import { createPluginModels } from './create-plugin-models.ts';

it('reaches a model with the key of the secret storage and the address of this device, neither of which is in the vault', async () => {
  const server = await startModelServer('anthropic', [{ text: 'ready' }]);
  onTestFinished(() => server.stop());
  const { ANTHROPIC_API_KEY: key = '', ANTHROPIC_BASE_URL: url = '' } = server.environment;
  const { parts, app } = await createBench(() => ({ assistant: { model: server.modelId } }));
  const models = createPluginModels(parts);
  const anthropic = () => models.providers().find(({ name }) => name === 'anthropic');
  expect(anthropic()).toMatchObject({ label: 'Anthropic', needsKey: true, url: 'https://api.anthropic.com/v1' });
  expect(anthropic()?.key).toBeUndefined();
  expect(await models.test(server.modelId)).toEqual({
    ok: false,
    reason: `Model "${server.modelId}" needs a key. Set its key in the settings of Toolyard, under Access to models.`,
  });
  models.setKey('anthropic', key);
  await models.setUrl('anthropic', url);
  expect(anthropic()).toMatchObject({ key: 'secret-storage', url });
  expect([...app.secrets]).toEqual([['anthropic-api-key-for-toolyard', key]]);
  expect(await app.readData()).not.toContain(key);
  // No definition of a server reaches it.
  for (const id of ['anthropic-api-key-for-toolyard', 'ANTHROPIC_API_KEY', 'anthropic-api-key']) {
    expect(parts.secrets.valueOf(id)).toBeUndefined();
  }
  expect(await models.test(server.modelId)).toMatchObject({ ok: true });
  const opened = await models.open();
  opened.close();
  expect(opened.model.id).toBe(server.modelId);
  // Forgotten, both are as they were.
  models.setKey('anthropic', '');
  await models.setUrl('anthropic', '');
  expect(anthropic()).not.toHaveProperty('key');
  expect(anthropic()?.url).toBe('https://api.anthropic.com/v1');
});
