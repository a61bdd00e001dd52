import type { Modal, Plugin } from 'obsidian';

/** Opens a dialog that works on the plugin. */
export type OpenDialog = (dialog: Modal) => void;

/** Opens dialogs that are closed when the plugin is unloaded: what they show and do is gone by then. */
export function openWhileLoaded(plugin: Plugin): OpenDialog {
  const opened = new Set<Modal>();
  let isLoaded = true;
  plugin.register(() => {
    isLoaded = false;
    for (const dialog of opened) dialog.close();
  });
  return (dialog) => {
    if (!isLoaded) return;
    opened.add(dialog);
    dialog.setCloseCallback(() => opened.delete(dialog));
    dialog.open();
  };
}
