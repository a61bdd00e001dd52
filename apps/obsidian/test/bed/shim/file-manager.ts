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
    const beside = sourcePath.split('/').slice(0, -1);
    const parts = set.startsWith('./') ? [...beside, ...set.slice(2).split('/')] : set.split('/');
    const folder = parts.filter((part) => part !== '').join('/');
    this.folder.files.mkdirSync(this.folder.getFullPath(folder), { recursive: true });
    const [, base = filename, extension = ''] = /^(.*)(\.[^.]*)$/.exec(filename) ?? [];
    for (let count = 0; ; count++) {
      const name = `${base}${count === 0 ? '' : ` ${count}`}${extension}`;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (this.vault.getAbstractFileByPath(path) === null) return path;
    }
  }

  generateMarkdownLink(file: Obsidian.TFile, _sourcePath: string, subpath = '', alias = ''): string {
    const mark = file.extension === 'md' ? '' : '!';
    if (this.settings.useMarkdownLinks === true) return `${mark}[${alias}](${encodeURI(file.path + subpath)})`;
    return `${mark}[[${file.path}${subpath}${alias === '' ? '' : `|${alias}`}]]`;
  }

  async trashFile(file: Obsidian.TAbstractFile): Promise<void> {
    const trash = this.folder.getFullPath('.trash');
    this.folder.files.mkdirSync(trash, { recursive: true });
    this.folder.files.writeFileSync(
      `${trash}/${file.name}`,
      this.folder.files.readFileSync(this.folder.getFullPath(file.path)),
    );
    await this.vault.delete(file);
  }

  private get settings(): FileSettings {
    const file = this.folder.getFullPath(`${this.vault.configDir}/app.json`);
    return this.folder.files.existsSync(file)
      ? (JSON.parse(this.folder.files.readFileSync(file, 'utf8')) as FileSettings)
      : {};
  }
}

/** What the app knows of links. */
export class MetadataCache implements PartOf<Omit<Obsidian.MetadataCache, 'on'>> {
  private readonly vault: Vault;

  constructor(vault: Vault) {
    this.vault = vault;
  }

  getFirstLinkpathDest(linkpath: string, sourcePath: string): Obsidian.TFile | null {
    const beside = sourcePath.split('/').slice(0, -1).concat(linkpath).join('/');
    // Links leave out the extension of a note.
    const paths = [linkpath, beside].flatMap((path) => [path, `${path}.md`]);
    const files = paths.map((path): TFile | null => this.vault.getFileByPath(path));
    const found = files.find((file) => file !== null) ?? null;
    return found === null ? null : standFor<Obsidian.TFile>(found);
  }
}
