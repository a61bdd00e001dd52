import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDoctorHome, surroundingsIn } from '../../test/doctor-home.ts';
import { createConnectRecords, type ConnectRecords } from './connect-record.ts';

const FILE = '/home/you/.cursor/mcp.json';
const RECORD = { entry: { command: 'toolyard' }, isFileMade: true };

let home = '';
let told: string[];
let records: ConnectRecords;
beforeEach(async () => {
  home = await makeDoctorHome();
  told = [];
  records = createConnectRecords(surroundingsIn(home), (message) => told.push(message));
});
afterEach(() => rm(home, { recursive: true }));

const folder = (): string => join(home, '.local/state/toolyard/clients');

async function writeOne(): Promise<string> {
  await records.write(FILE, RECORD);
  const [name = ''] = await readdir(folder());
  return join(folder(), name);
}

it('knows no record where none was written', async () => {
  expect(await records.read(FILE)).toBeUndefined();
});

it('writes a version, and reads what was written before there was one', async () => {
  const place = await writeOne();
  expect(JSON.parse(await readFile(place, 'utf8'))).toEqual({ version: 1, file: FILE, ...RECORD });
  await writeFile(place, JSON.stringify({ file: FILE, ...RECORD }));
  expect(await records.read(FILE)).toEqual(RECORD);
});

it.each([
  ['a newer Toolyard', JSON.stringify({ version: 2, ...RECORD }), 'newer-2'],
  ['nobody', '{ "version": 1, "en', 'unreadable'],
])(
  'does not use a record that %s wrote, and keeps it when another one is written or dropped',
  async (_, text, mark) => {
    const place = await writeOne();
    for (const change of [() => records.write(FILE, RECORD), () => records.drop(FILE)]) {
      await writeFile(place, text);
      expect(await records.read(FILE)).toBe('unusable');
      await change();
    }
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(
      / Without it, Toolyard does not know what the file was before; the earlier backup is kept\.$/,
    );
    expect(await readFile(`${place}.${mark}`, 'utf8')).toBe(text);
    expect(await readFile(`${place}.${mark}-2`, 'utf8')).toBe(text);
  },
);
