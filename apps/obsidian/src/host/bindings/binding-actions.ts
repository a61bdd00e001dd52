import type { Badge } from '@toolyard/documents';
import { toVisible } from '@toolyard/core';
import { Menu } from 'obsidian';
import { findSectionsAt, type BindableSection } from '../../bindings/find-sections-at.ts';
import type { BindingsHost } from './bindings-host.ts';
import { openServerPicker } from './server-picker.ts';

/** A note, and what acts on it. */
export interface ActedNote {
  readonly host: Pick<BindingsHost, 'app' | 'toolyard' | 'openDialog'>;
  readonly path: string;
}

/** Asks for the server of a section, and binds it. */
export function askForServer({ host, path }: ActedNote, { name, target }: BindableSection): void {
  const { toolyard } = host;
  openServerPicker(host, {
    section: name,
    servers: toolyard.bindings.servers(),
    choose: (server) => void toolyard.bindings.bind(path, target, server),
  });
}

/** Puts into a menu what can be done with a section. */
export function addActions(menu: Menu, note: ActedNote, section: BindableSection): void {
  const { bindings } = note.host.toolyard;
  const { binding, target } = section;
  const name = toVisible(section.name);
  const title = binding === undefined ? `Bind ${name} to server…` : `Change server of ${name}…`;
  menu.addItem((item) =>
    item
      .setTitle(title)
      .setIcon('link')
      .onClick(() => askForServer(note, section)),
  );
  if (binding === undefined) return;
  menu.addItem((item) =>
    item
      .setTitle('Sections below inherit it')
      .setChecked(binding.inherit)
      .onClick(() => void bindings.setInherit(note.path, target, !binding.inherit)),
  );
  menu.addItem((item) =>
    item
      .setTitle(`Unbind ${name}`)
      .setIcon('unlink')
      .onClick(() => void bindings.unbind(note.path, target)),
  );
}

/** The menu of a badge: what can be done with the section it stands at, and with the one that it is inherited from. */
export async function openBadgeMenu(note: ActedNote, badge: Badge, event: MouseEvent): Promise<void> {
  const { binding, isInherited, line, unread } = badge;
  const menu = new Menu();
  if (unread !== undefined) {
    const remove = (): void => void note.host.toolyard.bindings.removeEntry(note.path, unread);
    menu.addItem((item) => item.setTitle('Remove this entry').setIcon('unlink').onClick(remove));
  }
  const isOwn = binding?.index !== undefined;
  if (isOwn) addActions(menu, note, { target: binding.target, name: binding.name, binding });
  if (binding !== undefined && (isInherited || !isOwn)) {
    const bound = await note.host.toolyard.bindings.read(note.path);
    const here = findSectionsAt(bound, { from: line, to: line }).find((section) => section.binding !== binding);
    if (here !== undefined && here.binding === undefined) addActions(menu, note, here);
  }
  menu.showAtMouseEvent(event);
}
