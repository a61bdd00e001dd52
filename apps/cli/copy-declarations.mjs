// Gives the published package the types its API leads to, and no others.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { followBarrel, STATEMENT, toNames } from './follow-barrels.mjs';

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

function locate(read, module, specifier, list) {
  const names = toNames(list);
  if (specifier.startsWith('.')) return [[posix.join(posix.dirname(module), toDeclaration(specifier)), names]];
  const name = /^@toolyard\/([a-z]+)$/.exec(specifier)?.[1];
  if (name === undefined) return [[`/${specifier}`, names]];
  return followBarrel(read(`${name}/index.d.ts`), names).map(([to, found]) => [
    posix.join(name, toDeclaration(to)),
    found,
  ]);
}

function toDeclaration(specifier) {
  return specifier.replace(/\.[jt]s$/, '.d.ts');
}
