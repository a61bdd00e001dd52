import { toMessage } from '@toolyard/core';
import type { ResultFiles } from '@toolyard/documents';
import type { App, TFile } from 'obsidian';
import { findFileLinks } from '../../blocks/find-file-links.ts';
import { toLinkWords } from '../../blocks/to-link-words.ts';

/** The note that files belong to. */
interface OwningNote {
  /** Throws where it is gone. */
  find(): TFile;
  read(): Promise<string>;
}

/** Files of results where the vault keeps attachments, linked in its style. Files of results that are gone go to the trash. */
export function createVaultFiles({ fileManager, metadataCache, vault }: App, note: OwningNote): ResultFiles {
  return {
    async add({ name, bytes, title, isImage }) {
      const source = note.find().path;
      const file = await vault.createBinary(
        await fileManager.getAvailablePathForAttachment(name, source),
        bytes.slice().buffer,
      );
      const link = fileManager.generateMarkdownLink(file, source, '', isImage ? '' : toLinkWords(title));
      // Obsidian embeds whatever is no note; a file that is no image would be a large box.
      return `${isImage ? '!' : ''}${link.replace(/^!/, '')}`;
    },
    async remove(output, isOwn) {
      const text = await note.read();
      for (const { markdown, path } of findFileLinks(output)) {
        const file = text.includes(markdown) ? null : metadataCache.getFirstLinkpathDest(path, note.find().path);
        if (file !== null && isOwn(file.name)) await fileManager.trashFile(file).catch(refuse(file));
      }
    },
  };
}

/** Says of a file that stays what became of it, since the note has its new result. */
function refuse({ path }: TFile): (error: unknown) => never {
  return (error) => {
    const why = toMessage(error);
    throw new Error(`"${path}" of an old result could not be moved to the trash: ${why}. Delete it yourself.`, {
      cause: error,
    });
  };
}
