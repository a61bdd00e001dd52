import type { Host } from '@toolyard/host';
import { openHostModel, PROVIDERS, testModel, type Provider } from '@toolyard/host/assistant';
import type { PluginParts } from '../yard/plugin-parts.ts';
import { explainModelProblem } from './explain-model-problem.ts';
import type { PluginModels, ProviderView } from './plugin-assistant.ts';

/** What is asked for models: the environment of the window, with what this device and the settings say. */
export interface ModelHost {
  /** A host whose environment has the keys, addresses and the model of the settings. */
  current(): Host;
}

/** The models that the settings of this device lead to. */
export function createPluginModels(parts: PluginParts): PluginModels & ModelHost {
  const { secrets, device, settings, host, closing } = parts;
  const { env } = host.surroundings;

  function current(): Host {
    const { model } = settings.data.assistant;
    const set: Record<string, string> = {};
    for (const [name, { keyVariable, urlVariable }] of Object.entries(PROVIDERS)) {
      const url = device.record.modelUrls?.[name];
      if (url !== undefined) set[urlVariable] = url;
      const key = keyVariable && secrets.keyOf(keyVariable);
      if (keyVariable !== undefined && key !== undefined) set[keyVariable] = key;
    }
    const named = model === undefined ? {} : { TOOLYARD_MODEL: model };
    return { ...host, surroundings: { ...host.surroundings, env: { ...env, ...set, ...named } } };
  }

  function toView([name, provider]: readonly [string, Provider]): ProviderView {
    const { label, keyVariable, needsKey, urlVariable, url: usual, model } = provider;
    const url = device.record.modelUrls?.[name] ?? (env[urlVariable] || usual);
    const isStored = keyVariable !== undefined && secrets.keyOf(keyVariable) !== undefined;
    const isInEnvironment = keyVariable !== undefined && (env[keyVariable] ?? '') !== '';
    return {
      name,
      label: name === 'openai-compatible' ? 'OpenAI-compatible server' : label,
      takesKey: keyVariable !== undefined,
      needsKey,
      ...(isStored ? { key: 'secret-storage' } : isInEnvironment && { key: 'environment' }),
      ...(url !== undefined && { url }),
      ...(model !== undefined && { example: model }),
    };
  }

  return {
    current,
    open: async () => openHostModel(current(), {}),
    providers: () => Object.entries(PROVIDERS).map(toView),
    setKey(provider, key) {
      const { keyVariable } = findProvider(provider);
      if (keyVariable !== undefined) secrets.setKey(keyVariable, key);
    },
    async setUrl(provider, url) {
      await device.change(({ modelUrls = {}, ...others }) => {
        const { [provider]: _former, ...rest } = modelUrls;
        return { ...others, modelUrls: url === '' ? rest : { ...rest, [provider]: url } };
      });
    },
    async test(model, signal = closing) {
      const given = await testModel(current(), model, signal);
      return given.ok ? given : { ok: false, reason: explainModelProblem(given.reason) };
    },
  };
}

function findProvider(name: string): Provider {
  const found = Object.entries(PROVIDERS).find(([each]) => each === name);
  if (found === undefined) throw new Error(`There is no provider "${name}".`);
  return found[1];
}
