import { composeToolyard } from './compose/compose-toolyard.ts';
import { definePlugin } from './host/define-plugin.ts';

/** What Obsidian loads. */
const ToolyardPlugin: ReturnType<typeof definePlugin> = definePlugin(composeToolyard);
export default ToolyardPlugin;
