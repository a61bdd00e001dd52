import { toServer } from './bed/create-scene.ts';
import { describeInHost } from './bed/describe-in-host.ts';
import { prepareRecorded } from './bed/prepare-recorded.ts';

await describeInHost(['manifest', 'chat'], {
  // Only with these does the editor have MCP servers.
  settings: { 'chat.disableAIFeatures': false },
  prepare: (folder, editor) =>
    prepareRecorded(folder, editor, {
      hooks: [],
      files: { '.vscode/mcp.json': JSON.stringify({ servers: { outside: toServer('echo') } }) },
    }),
});
