import { randomUUID } from 'node:crypto';
import { isJsonObject, orAborted, toToolId, type JsonObject, type ToolResult } from '@toolyard/core';
import { renderResult, toBlockOutcome, toFailedOutcome, type BlockOutcome } from '@toolyard/documents';
import type { PluginParts } from '../yard/plugin-parts.ts';
import type { ListedTool } from './list-tools.ts';

/** What a tool gave that a person tried. */
export interface ToolTrial {
  readonly status: BlockOutcome['status'];
  /** Markdown, as it would stand in a note. */
  readonly output: string;
  /** The images of the result, as addresses that have them inside. */
  readonly images: readonly string[];
  readonly ms: number;
}

/** Calls a tool for a person; whatever comes of it is a trial. The signal stops the call. */
export type TryTool = (tool: ListedTool, values: JsonObject, signal: AbortSignal) => Promise<ToolTrial>;

/** Longer texts are cut, since there is no file that the whole of them could go to. */
const MAX_LENGTH = 500_000;

/** Tries tools on the yard of the vault, which asks about servers that were not approved. Each call is a press of a button, so no session limit counts them. */
export function createToolTrials({ host, yard }: Pick<PluginParts, 'host' | 'yard'>): TryTool {
  const session = `try-${randomUUID()}`;

  async function call({ server, name }: ListedTool, values: JsonObject, signal: AbortSignal): Promise<BlockOutcome> {
    try {
      const { caller } = await orAborted(yard.open([server]), signal);
      // One that was switched on a moment ago is still disabled there.
      await orAborted(
        yard.until((used) => used.yard.server(server)?.state !== 'disabled'),
        signal,
      );
      const request = {
        tool: toToolId(server, name),
        arguments: values,
        origin: 'person',
        session,
        sessionLimit: -1,
      } as const;
      return toBlockOutcome(await caller.call(request, signal));
    } catch (error) {
      return signal.aborted ? { status: 'cancelled', message: 'Execution stopped by user' } : toFailedOutcome(error);
    }
  }

  return async (tool, values, signal) => {
    const begun = host.clock.now();
    const outcome = await call(tool, values, signal);
    const ms = host.clock.now() - begun;
    return { status: outcome.status, ms, ...render(tool, outcome) };
  };
}

function render({ id }: ListedTool, outcome: BlockOutcome): Pick<ToolTrial, 'output' | 'images'> {
  const options = { title: id, names: { note: 'result', id: 'try' }, maxLength: MAX_LENGTH };
  const { attachments } = renderResult(outcome, options);
  // There are no files, so links to them become their titles, and images are shown by themselves.
  const links = new Map(attachments.map(({ name, title, isImage }) => [name, isImage ? '' : title]));
  const { output } = renderResult(outcome, { ...options, links });
  return { output, images: outcome.status === 'success' ? findImages(outcome.result) : [] };
}

function findImages({ content = [] }: ToolResult): readonly string[] {
  return content.filter(isJsonObject).flatMap(({ type, data, mimeType }) => {
    const isImage = type === 'image' && typeof data === 'string' && typeof mimeType === 'string';
    return isImage && /^image\/[\w.+-]+$/.test(mimeType)
      ? [`data:${mimeType};base64,${data.replaceAll(/\s+/g, '')}`]
      : [];
  });
}
