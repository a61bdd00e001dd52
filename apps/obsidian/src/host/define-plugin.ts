import { toMessage } from '@toolyard/core';
import { Notice, Plugin } from 'obsidian';
import type { composeToolyard, Toolyard } from '../compose/compose-toolyard.ts';
import { registerAssistant } from './assistant/register-assistant.ts';
import { registerBindings } from './bindings/register-bindings.ts';
import { registerBlocks } from './blocks/register-blocks.ts';
import { addCallCommands } from './calls/add-call-commands.ts';
import { createNoteApp } from './create-note-app.ts';
import { createObsidianHost } from './create-obsidian-host.ts';
import { endWithApp } from './lifecycle/end-with-app.ts';
import { registerSettings } from './settings/register-settings.ts';
import { registerTools } from './tools/register-tools.ts';

/** The class that Obsidian makes the plugin of. Loading it registers what it shows, and starts nothing. */
export function definePlugin(compose: typeof composeToolyard): typeof Plugin {
  return class ToolyardPlugin extends Plugin {
    private toolyard: Toolyard | undefined;

    override async onload(): Promise<void> {
      const app = createNoteApp(this);
      const toolyard = await compose(createObsidianHost(this.manifest, app), app);
      this.toolyard = toolyard;
      endWithApp(this, () => toolyard.close());
      registerBindings(this, toolyard);
      registerBlocks(this, toolyard, app);
      addCallCommands(this, toolyard);
      registerAssistant(this, toolyard);
      registerSettings(this, toolyard);
      registerTools(this, toolyard);
    }

    override onExternalSettingsChange(): void {
      void this.toolyard?.settings.reload();
    }

    override onunload(): void {
      // Obsidian does not wait; the next load does, for the yard that is still ending.
      void this.toolyard?.close().catch((error: unknown) => new Notice(toMessage(error)));
    }
  };
}
