import { isJsonObject, onAbort } from '@toolyard/core';
import { CancellationError, CancellationTokenSource, extensions, lm, type Extension } from 'vscode';
import type { EditorTool, EditorTools } from '../../ports/extension-tools.ts';
import { toContentBlock } from '../../tools/extension/to-content-block.ts';

/** The tools of the editor's chat. */
export function createEditorTools(): EditorTools {
  return {
    list() {
      const owners = findOwners();
      return lm.tools.map(({ name, description, inputSchema, tags }): EditorTool => {
        const owner = owners.get(name);
        const schema: unknown = inputSchema;
        return {
          name,
          description,
          inputSchema: isJsonObject(schema) ? schema : {},
          tags,
          ...(owner !== undefined && { extension: owner.name }),
          isBuiltin: owner?.isBuiltin ?? false,
        };
      });
    },
    async call(name, input, signal) {
      const source = new CancellationTokenSource();
      const release = onAbort(signal, () => source.cancel());
      try {
        const options = { input, toolInvocationToken: undefined };
        const { content } = await lm.invokeTool(name, options, source.token);
        return content.map((part: unknown) => toContentBlock(part));
      } catch (error) {
        if (signal.aborted || isCancelled(error)) return undefined;
        throw error;
      } finally {
        release();
        source.dispose();
      }
    },
  };
}

interface ToolOwner {
  readonly name: string;
  readonly isBuiltin: boolean;
}

/** Extensions have to name their tools in their manifests. */
function findOwners(): ReadonlyMap<string, ToolOwner> {
  const owners = new Map<string, ToolOwner>();
  for (const extension of extensions.all) {
    const manifest: unknown = extension.packageJSON;
    const contributes = isJsonObject(manifest) ? manifest['contributes'] : undefined;
    const tools = isJsonObject(contributes) ? contributes['languageModelTools'] : undefined;
    if (!Array.isArray(tools)) continue;
    for (const tool of tools) {
      if (isJsonObject(tool) && typeof tool['name'] === 'string')
        owners.set(tool['name'], toOwner(extension, manifest));
    }
  }
  return owners;
}

/** Copilot is the editor's own chat, installed or built in. */
function toOwner({ id }: Extension<unknown>, manifest: unknown): ToolOwner {
  const { displayName, isBuiltin }: Readonly<Record<string, unknown>> = isJsonObject(manifest) ? manifest : {};
  return {
    name: typeof displayName === 'string' ? displayName : id,
    isBuiltin: isBuiltin === true || /^github\.copilot/i.test(id),
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof CancellationError || (error instanceof Error && error.name === 'Canceled');
}
