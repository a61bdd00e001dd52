import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToolyard, startToolyard, type Finished, type Running } from '../cli/run-toolyard.ts';
import { createYardFolder, ROOT, type Entry, type YardFolder } from '../harness/create-yard-folder.ts';

/** A folder with a configuration and one note, gone after the test. */
export interface NotePlace extends Pick<YardFolder, 'folder' | 'file' | 'write'> {
  /** The path of the note. */
  readonly note: string;
  configure(servers: Readonly<Record<string, Entry>>, toolyard?: object): void;
  /** Writes the note, with an empty line between its parts. */
  writeNote(...parts: string[]): void;
  readNote(): string;
  /** `toolyard run` to its end. */
  run(...words: string[]): Promise<Finished>;
  /** Any command to its end. */
  toolyard(...words: string[]): Promise<Finished>;
  /** Any command, which runs on. */
  start(...words: string[]): Running;
}

/** A place without servers and without a note. */
export function createNotePlace(): NotePlace {
  const { folder, file, write } = createYardFolder();
  const note = join(folder, 'note.md');
  const toolyard = (...words: string[]): Promise<Finished> =>
    runToolyard([...words, '--config', file], { cwd: folder });
  return {
    folder,
    file,
    write,
    note,
    configure: (servers, settings = {}) => void write('servers.json', { mcpServers: servers, toolyard: settings }),
    writeNote: (...parts) => void write('note.md', `${parts.join('\n\n')}\n`),
    readNote: () => readFileSync(note, 'utf8'),
    run: (...words) => toolyard('run', ...words),
    toolyard,
    start: (...words) => startToolyard([...words, '--config', file], { cwd: folder }),
  };
}

/** A fence of that language. */
export function block(language: string, ...lines: string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

/** A server from npm that is installed here. */
export function realServer(name: string, ...args: string[]): Entry {
  const script = join(ROOT, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js');
  return { command: process.execPath, args: [script, ...args] };
}

/** A note without what runs have put into it. */
export function withoutResults(text: string): string {
  return text.replaceAll(/\n<!-- toolyard:result [^]*?\n<!-- \/toolyard:result -->/g, '');
}

/** The titles of all failures that a note shows. */
export function failuresIn(text: string): string[] {
  return [...text.matchAll(/^> \[!failure\] (.*)$/gm)].map(([, words = '']) => words);
}
