import { toMessage } from '@toolyard/core';
import { MarkdownView, Notice, Plugin, type App } from 'obsidian';
import { findBlockAt } from '../blocks/create-block-reader.ts';
import type { composeToolyard, Toolyard } from '../compose/compose-toolyard.ts';
import type { BlockHeader } from './block-header.ts';
import { createNoteApp } from './create-note-app.ts';
import { createObsidianHost } from './create-obsidian-host.ts';
import { endWithApp } from './lifecycle/end-with-app.ts';
import { showBlocks } from './show-blocks.ts';

/** The class that Obsidian makes the plugin of. Loading it registers what it shows, and starts nothing. */
export function definePlugin(compose: typeof composeToolyard): typeof Plugin {
  return class ToolyardPlugin extends Plugin {
    private toolyard: Toolyard | undefined;

    override async onload(): Promise<void> {
      const app = createNoteApp(this);
      const toolyard = await compose(createObsidianHost(this.manifest, app), app);
      this.toolyard = toolyard;
      endWithApp(this, () => toolyard.close());
      const headers = new Set<BlockHeader>();
      this.register(() => headers.forEach((header) => header.unload()));
      this.registerMarkdownPostProcessor((element, context) =>
        showBlocks(element, { context, app: this.app, toolyard, headers }),
      );
      this.addCommand({
        id: 'run-block',
        name: 'Run block',
        editorCheckCallback: (isChecking, editor, view) => {
          const path = view instanceof MarkdownView ? view.file?.path : undefined;
          if (path === undefined) return false;
          const note = toolyard.readBlocks({ path, text: editor.getValue() });
          const found = findBlockAt(note, editor.getCursor().line + 1);
          if (found === undefined) return false;
          if (!isChecking) void toolyard.runs.run(path, ({ block }) => block.id === found.block.id);
          return true;
        },
      });
      if (this.app.workspace.layoutReady) renderAgain(this.app);
    }

    override onunload(): void {
      // Obsidian does not wait; the next load does, for the yard that is still ending.
      void this.toolyard?.close().catch((error: unknown) => new Notice(toMessage(error)));
    }
  };
}

/** Notes that were open before the plugin was loaded are shown without it. */
function renderAgain({ workspace }: App): void {
  for (const { view } of workspace.getLeavesOfType('markdown')) {
    if (view instanceof MarkdownView && view.getMode() === 'preview') view.previewMode.rerender(true);
  }
}
