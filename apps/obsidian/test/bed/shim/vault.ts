import type * as fs from 'node:fs';
import type * as Obsidian from 'obsidian';
import { Events } from './component.ts';
import { standFor, type PartOf } from './stand-for.ts';

/** The part of Node's `fs` that the shim keeps vaults with. */
export type Files = Pick<
  typeof fs,
  'existsSync' | 'readFileSync' | 'writeFileSync' | 'mkdirSync' | 'readdirSync' | 'statSync' | 'rmSync' | 'renameSync'
>;

/** A file or folder of the vault. */
export class TAbstractFile implements Obsidian.TAbstractFile {
  vault: Obsidian.Vault;
  path: string;
  name: string;
  parent: Obsidian.TFolder | null = null;

  constructor(vault: Obsidian.Vault, path: string) {
    this.vault = vault;
    this.path = path;
    this.name = path.split('/').at(-1) ?? '';
  }
}

/** A file of the vault. */
export class TFile extends TAbstractFile implements Obsidian.TFile {
  stat: Obsidian.FileStats = { ctime: 0, mtime: 0, size: 0 };
  basename: string;
  extension: string;

  constructor(vault: Obsidian.Vault, path: string) {
    super(vault, path);
    this.extension = /\.([^.]*)$/.exec(this.name)?.[1] ?? '';
    this.basename = toBaseName(this.name, this.extension);
  }

  moveTo(path: string): this {
    const { name, extension } = new TFile(this.vault, path);
    return Object.assign(this, { path, name, extension, basename: toBaseName(name, extension) });
  }
}

/** A folder of the vault. */
export class TFolder extends TAbstractFile implements Obsidian.TFolder {
  children: Obsidian.TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }
}

/** The folder of the machine that the vault is. */
export class FileSystemAdapter implements PartOf<Obsidian.FileSystemAdapter> {
  private readonly folder: string;
  readonly files: Files;

  constructor(folder: string, files: Files) {
    this.folder = folder;
    this.files = files;
  }

  getBasePath(): string {
    return this.folder;
  }

  getFullPath(path: string): string {
    return `${this.folder}/${path}`;
  }

  async exists(path: string): Promise<boolean> {
    return this.files.existsSync(this.getFullPath(path));
  }

  async read(path: string): Promise<string> {
    return this.files.readFileSync(this.getFullPath(path), 'utf8');
  }

  async write(path: string, data: string): Promise<void> {
    this.files.writeFileSync(this.getFullPath(path), data);
  }
}

/** A path of the vault without anything that would only look different. */
export function normalizePath(path: string): string {
  return path.replaceAll(/[\\/]+/g, '/').replaceAll(/^\/|\/$/g, '');
}

/** The notes, which are files of a real folder; each is the same `TFile` for as long as it is there. */
export class Vault extends Events implements PartOf<Omit<Obsidian.Vault, 'on'>> {
  adapter: Obsidian.FileSystemAdapter;
  configDir = '.obsidian';
  private readonly folder: FileSystemAdapter;
  private readonly known = new Map<string, TFile>();

  constructor(folder: FileSystemAdapter) {
    super();
    this.folder = folder;
    this.adapter = standFor<Obsidian.FileSystemAdapter>(folder);
  }

  getAbstractFileByPath(path: string): TFile | TFolder | null {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const full = this.folder.getFullPath(path);
    const { files } = this.folder;
    if (!files.existsSync(full)) return null;
    const vault = standFor<Obsidian.Vault>(this);
    if (files.statSync(full).isDirectory()) return new TFolder(vault, path);
    const file = new TFile(vault, path);
    this.known.set(path, file);
    return file;
  }

  getFileByPath(path: string): TFile | null {
    const found = this.getAbstractFileByPath(path);
    return found instanceof TFile ? found : null;
  }

  getMarkdownFiles(): TFile[] {
    const { files } = this.folder;
    const list = (folder: string): TFile[] =>
      files.readdirSync(this.folder.getFullPath(folder), { withFileTypes: true }).flatMap((entry) => {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.name.startsWith('.')) return [];
        if (entry.isDirectory()) return list(path);
        return entry.name.endsWith('.md') ? (this.getFileByPath(path) ?? []) : [];
      });
    return list('');
  }

  async read({ path }: Obsidian.TFile): Promise<string> {
    return this.readNow(path);
  }

  async cachedRead(file: Obsidian.TFile): Promise<string> {
    return this.read(file);
  }

  async create(path: string, text: string): Promise<TFile> {
    if (this.folder.files.existsSync(this.folder.getFullPath(path))) throw new Error('File already exists.');
    return this.write(path, text, 'create');
  }

  async createBinary(path: string, bytes: ArrayBuffer): Promise<TFile> {
    return this.write(path, new Uint8Array(bytes), 'create');
  }

  async modify({ path }: Obsidian.TFile, text: string): Promise<void> {
    this.write(path, text, 'modify');
  }

  async modifyBinary({ path }: Obsidian.TFile, bytes: ArrayBuffer): Promise<void> {
    this.write(path, new Uint8Array(bytes), 'modify');
  }

  async process({ path }: Obsidian.TFile, edit: (text: string) => string): Promise<string> {
    // Read only when it is its turn, as Obsidian does; nothing comes between reading and writing.
    await Promise.resolve();
    const before = this.readNow(path);
    const after = edit(before);
    if (after !== before) this.write(path, after, 'modify');
    return after;
  }

  /** A file keeps its `TFile`, which has the new path by the time that anybody hears of it. */
  async rename(file: Obsidian.TAbstractFile, path: string): Promise<void> {
    const before = file.path;
    this.folder.files.mkdirSync(this.folder.getFullPath(path.split('/').slice(0, -1).join('/')), { recursive: true });
    this.folder.files.renameSync(this.folder.getFullPath(before), this.folder.getFullPath(path));
    const known = this.known.get(before);
    this.known.delete(before);
    if (known !== undefined) this.known.set(path, known.moveTo(path));
    this.trigger('rename', file, before);
  }

  async delete(file: Obsidian.TAbstractFile): Promise<void> {
    this.folder.files.rmSync(this.folder.getFullPath(file.path), { recursive: true });
    this.known.delete(file.path);
    this.trigger('delete', file);
  }

  private readNow(path: string): string {
    return this.folder.files.readFileSync(this.folder.getFullPath(path), 'utf8');
  }

  private write(path: string, content: string | Uint8Array, event: 'create' | 'modify'): TFile {
    this.folder.files.writeFileSync(this.folder.getFullPath(path), content);
    const file = this.getFileByPath(path);
    if (file === null) throw new Error(`There is no ${path} after it was written.`);
    this.trigger(event, file);
    return file;
  }
}

function toBaseName(name: string, extension: string): string {
  return extension === '' ? name : name.slice(0, -extension.length - 1);
}
