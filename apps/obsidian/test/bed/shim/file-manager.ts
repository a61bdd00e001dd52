import type * as Obsidian from 'obsidian';
import { standFor, type PartOf } from './stand-for.ts';
import { TFolder, type FileSystemAdapter, type TFile, type Vault } from './vault.ts';

/** The settings of a vault for files, as app.json has them. */
interface FileSettings {
  /** A folder of the vault, or one below the note's where it begins with `./`; the root where absent. */
  readonly attachmentFolderPath?: string;
  readonly useMarkdownLinks?: boolean;
}

/** Places for attachments, links and the trash, by the settings of the vault. */
export class FileManager implements PartOf<Obsidian.FileManager> {
  private readonly vault: Vault;
  private readonly folder: FileSystemAdapter;

  constructor(vault: Vault, folder: FileSystemAdapter) {
    this.vault = vault;
    this.folder = folder;
  }

  getNewFileParent(): Obsidian.TFolder {
    return new TFolder(standFor<Obsidian.Vault>(this.vault), '/');
  }

  async getAvailablePathForAttachment(filename: string, sourcePath = ''): Promise<string> {
    const { attachmentFolderPath: set = '/' } = this.settings;
    const beside = sourcePath.split('/').slice(0, -1).concat(linkpath).join('/');
    // Links leave out the extension of a note.
    const paths = [linkpath, beside].flatMap((path) => [path, `${path}.md`]);
    const found = paths.map((path) => this.vault.getFileByPath(path)).find((file) => file !== null) ?? null;
    return found === null ? null : standFor<Obsidian.TFile>(found);
  }
}
