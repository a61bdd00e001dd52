import {
  applyEdits,
  decodeSpan,
  editKnownMembers,
  encodeText,
  scanObject,
  type CatalogueEntry,
  type Wanted,
} from '@toolyard/core';

/** The member of `_meta` that holds a tool's or prompt's id. */
const ID_MEMBER = 'dev.toolyard/id';

const LOOKED_UP: Wanted = new Map([['_meta', new Map()]]);

type Exposed = Pick<CatalogueEntry, 'id' | 'name' | 'json'>;

/** The definition as the server sent it, byte for byte but for its name and the id in `_meta`. */
export function toExposedJson({ id, json, name: own }: Exposed, name: string): string {
  // Not the entry's own, which would be kept for as long as the entry.
  const definition: Readonly<Record<string, unknown>> = JSON.parse(json);
  const rewrite = (): string => JSON.stringify({ ...definition, name, _meta: withId(definition['_meta'], id) });
  // Most definitions are written as JavaScript writes them, so that it is known where everything stands.
  if (JSON.stringify(definition) === json) {
    const head = `{"name":${JSON.stringify(own)}`;
    if (definition['_meta'] !== undefined || !json.startsWith(head)) return rewrite();
    return `{"name":${JSON.stringify(name)}${json.slice(head.length, -1)},"_meta":{"${ID_MEMBER}":${JSON.stringify(id)}}}`;
  }
  const bytes = encodeText(json);
  const scanned = scanObject(bytes, 0, LOOKED_UP);
  // An object that names a member twice cannot be edited, so what JavaScript reads in it is written anew.
  if (scanned === undefined) return rewrite();
  const { members, end } = scanned;
  const meta = members.get('_meta');
  const named = { name: JSON.stringify(name) };
  const edits =
    meta?.members === undefined
      ? editKnownMembers(members, end, { ...named, _meta: JSON.stringify(withId(definition['_meta'], id)) })
      : [
          ...editKnownMembers(members, end, named),
          ...editKnownMembers(meta.members, meta.end, { [ID_MEMBER]: JSON.stringify(id) }),
        ];
  const edited = applyEdits(bytes, edits);
  return decodeSpan(edited, { start: 0, end: edited.length });
}

function withId(meta: unknown, id: string): object {
  const known = typeof meta === 'object' && !Array.isArray(meta) ? meta : {};
  return { ...known, [ID_MEMBER]: id };
}
