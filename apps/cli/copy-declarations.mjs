// Gives the published package the types its API leads to, and no others.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const STATEMENT = /(import|export)\s+(type\s+)?\{([^}]*)\}\s+from\s+['"]([^'"]+)['"];/g;

/** Copies `cli/index.d.ts` and every declaration it needs below `target`; `folders` says where each package's are. */
export function copyDeclarations(target, folders) {
  const read = (module) => {
    const [name, ...path] = module.split('/');
    return readFileSync(join(folders(name), ...path), 'utf8');
  };
  const seen = new Set();
  const visit = (module) => {
    if (seen.has(module)) return;
    seen.add(module);
    const text = read(module).replaceAll(STATEMENT, (...[, word, type, names, specifier]) =>
      locate(read, module, specifier, names)
        .map(([to, list]) => {
          if (to.startsWith('/'))
            throw new Error(`${module} needs types of ${specifier}, which is not part of the package.`);
          visit(to);
          const path = posix.relative(posix.dirname(module), to).replace(/\.d\.ts$/, '.js');
          return `${word} ${type ?? ''}{ ${list.join(', ')} } from '${path.startsWith('.') ? path : `./${path}`}';`;
        })
        .join('\n'),
    );
    const file = join(target, module);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  rmSync(target, { recursive: true, force: true });
  visit('cli/index.d.ts');
}

// A package's barrel would lead to everything the package has, so names are followed to the files that declare them.
function locate(read, module, specifier, names) {
  const list = names.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  if (specifier.startsWith('.')) return [[posix.join(posix.dirname(module), toDeclaration(specifier)), list]];
  const name = /^@toolyard\/([a-z]+)$/.exec(specifier)?.[1];
  if (name === undefined) return [[`/${specifier}`, list]];
  const places = readBarrel(read(`${name}/index.d.ts`), name);
  const grouped = new Map();
  for (const item of list) {
    const place = places.get(item.replace(/^type\s+/, '').split(/\s+as\s+/)[0]);
    if (place === undefined) throw new Error(`${specifier} exports no ${item}, which ${module} uses.`);
    grouped.set(place, [...(grouped.get(place) ?? []), item]);
  }
  return [...grouped];
}

function readBarrel(text, name) {
  const places = new Map();
  for (const [, , , names, specifier] of text.matchAll(STATEMENT)) {
    for (const item of names.split(',')) places.set(item.trim(), posix.join(name, toDeclaration(specifier)));
  }
  return places;
}

function toDeclaration(specifier) {
  return specifier.replace(/\.[jt]s$/, '.d.ts');
}
