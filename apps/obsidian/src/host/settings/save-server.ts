import type { ServerDraft } from '../../yard/plugin-servers.ts';
import { askChoice } from './ask-choice.ts';
import type { SettingsParts } from './settings-parts.ts';

/** A server that a person entered, with the values that stay on this device. */
export interface EnteredServer extends ServerDraft {
  readonly secrets: Readonly<Record<string, string>>;
}

/** Saves a server in place of the one that was shown, or as a new one; where its name changed, people are asked about their notes. */
export async function saveServer(parts: SettingsParts, entered: EnteredServer, former?: ServerDraft): Promise<void> {
  const { servers } = parts;
  const { name, definition } = entered;
  if (former === undefined) await servers.add({ name, definition });
  else await servers.replace(former, { name, definition });
  // Nothing is kept of what is refused; a server without a value waits for it.
  for (const [id, value] of Object.entries(entered.secrets)) await servers.setSecret(id, value);
  if (former !== undefined && former.name !== name) await offerRename(parts, former.name, name);
}

async function offerRename(parts: SettingsParts, from: string, to: string): Promise<void> {
  const { servers } = parts;
  const notes = await servers.findUses(from);
  if (notes.length === 0) return;
  const count = notes.length === 1 ? 'A note uses' : `${notes.length} notes use`;
  const answer = await askChoice(parts, {
    title: `Rename "${from}" in notes?`,
    text: `${count} this server by its former name. Blocks that keep it call no server.`,
    items: notes,
    answers: { keep: { label: 'Keep' }, rename: { label: 'Rename in notes' } },
  });
  if (answer === 'rename') await servers.renameInNotes(from, to);
}
