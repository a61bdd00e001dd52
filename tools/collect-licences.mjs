// The licences of what a bundle holds of others.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use,
copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom
the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The name, version and licence text of each package that one of the files is of; the same files give the same text. */
export function collectLicences(files) {
  const folders = new Set();
  for (const file of files) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
    if (match) folders.add(match[1]);
  }
  const texts = [...folders]
    .toSorted((left, right) => left.localeCompare(right))
    .map((folder) => {
      const about = readAbout(folder);
      const licence = findLicence(folder, about) ?? findSiblingLicence(about, [...folders]);
      if (licence === undefined) throw new Error(`${about.name} is bundled but has no licence text.`);
      return `${about.name} ${about.version} (${about.license})\n\n${licence.trim()}\n`;
    });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function readAbout(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

// Of several packages from one repository under one licence, some come without the text.
function findSiblingLicence({ license, repository }, folders) {
  const isSibling = (about) => about.license === license && about.repository?.url === repository?.url;
  const siblings = repository?.url === undefined ? [] : folders.filter((folder) => isSibling(readAbout(folder)));
  return siblings.map((folder) => findLicence(folder, readAbout(folder))).find((text) => text !== undefined);
}

// Some packages have theirs in the readme, and some only say which one it is.
function findLicence(folder, { license, author }) {
  const files = readdirSync(folder);
  const file = files.find((entry) => /^licen[cs]e([.-]|$)/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const readme = files.find((entry) => /^readme\.md$/i.test(entry));
  const section =
    readme && /^#+ *licen[cs]e\s+([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[1];
  if (section?.includes('Permission is hereby granted')) return section;
  return license === 'MIT' && typeof author === 'string' ? `Copyright (c) ${author}\n\n${MIT}` : undefined;
}
