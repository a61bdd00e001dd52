import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CatalogueEntry, JsonObject } from '@toolyard/core';
import { fixturePath } from '../process/fixture-server.ts';

/** The 541 tools of six real servers, as `recorded-tools.mjs` serves them. */
export function readRealTools(): readonly CatalogueEntry[] {
  const text = gunzipSync(readFileSync(fixturePath('real-tools.json.gz'))).toString();
  const recorded = JSON.parse(text) as Readonly<Record<string, readonly (JsonObject & { readonly name: string })[]>>;
  return Object.entries(recorded).flatMap(([server, definitions]) =>
    definitions.map((definition) => {
      const { name } = definition;
      return { kind: 'tools', server, name, id: `${server}:${name}`, json: JSON.stringify(definition), definition };
    }),
  );
}
