import { watchFile } from '@toolyard/node';
import {
  Disposable,
  EventEmitter,
  lm,
  McpHttpServerDefinition,
  Uri,
  workspace,
  type McpServerDefinitionProvider,
} from 'vscode';
import { createChatOffers, type OfferedFolder } from '../../chat/create-chat-offers.ts';
import { findChatOffer } from '../../chat/find-chat-offer.ts';
import { openChatFront } from '../../chat/open-chat-front.ts';
import { reportFailure } from '../../commands/report-failure.ts';
import { createVscodeHost } from '../create-vscode-host.ts';
import { readFolderSettings } from '../folders/read-folder-settings.ts';
import type { Register } from '../parts.ts';

/** The id of the manifest. */
const PROVIDER = 'toolyard';

/** Nothing listens before the editor starts the server, and then it is told where. */
const NOT_OPEN = Uri.parse('http://127.0.0.1:0/mcp');

/** Offers the tools of each folder to the editor's chat, as one MCP server. */
export const registerChatServers: Register = (parts) => {
  // Editors of the same kind need not have it.
  if (!('registerMcpServerDefinitionProvider' in lm)) return new Disposable(() => undefined);
  const offers = createChatOffers({
    folders: parts.folders,
    find({ path }) {
      const { configuration: named = {} } = readFolderSettings(path);
      const host = createVscodeHost(parts, { folder: path, mayAsk: false });
      return findChatOffer({ path, host, named, isTrusted: workspace.isTrusted });
    },
    watch: watchFile,
    tell: (message) => parts.output.info(message),
  });
  const changes = new EventEmitter<void>();
  const stopHearing = offers.onChange(() => changes.fire());
  const provider: McpServerDefinitionProvider<McpHttpServerDefinition> = {
    onDidChangeMcpServerDefinitions: changes.event,
    provideMcpServerDefinitions: async () => (await offers.list()).map(toDefinition),
    async resolveMcpServerDefinition(definition) {
      const offered = (await offers.list()).find(({ label }) => label === definition.label);
      if (offered === undefined) return undefined;
      const later = (work: () => Promise<void>): void =>
        void work().catch((error: unknown) => reportFailure(error, 'Chat', parts));
      const address = await openChatFront({ editor: parts.editor, later }, offered.folder);
      if (address === undefined) return undefined;
      definition.uri = Uri.parse(address.url);
      definition.headers = { Authorization: `Bearer ${address.token}` };
      return definition;
    },
  };
  return Disposable.from(
    lm.registerMcpServerDefinitionProvider(PROVIDER, provider),
    changes,
    new Disposable(stopHearing),
    new Disposable(() => offers.stop()),
  );
};

function toDefinition({ label, version }: OfferedFolder): McpHttpServerDefinition {
  return new McpHttpServerDefinition(label, NOT_OPEN, {}, version);
}
