import {
  applyByteEdits,
  decodeSpan,
  encodeText,
  ObjectEdits,
  planScan,
  scanObject,
  type CatalogueEntry,
  type Edit,
} from '@toolyard/core';

/** The member of `_meta` that holds a tool's or prompt's id. */
const ID_MEMBER = 'dev.toolyard/id';

const DEFINITION = planScan({ _meta: {} });

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
  const scanned = scanObject(bytes, 0, DEFINITION);
  // An object that names a member twice cannot be edited, so what JavaScript reads in it is written anew.
  if (scanned === undefined) return rewrite();
  const edits: Edit[] = [];
  const outer = new ObjectEdits(edits, scanned);
  outer.set('name', JSON.stringify(name));
  const meta = scanned.members.get('_meta');
  if (meta?.members === undefined) outer.set('_meta', JSON.stringify(withId(definition['_meta'], id)));
  else new ObjectEdits(edits, { members: meta.members, end: meta.end }).set(ID_MEMBER, JSON.stringify(id));
  const edited = applyByteEdits(bytes, edits);
  return decodeSpan(edited, { start: 0, end: edited.length });
}

function withId(meta: unknown, id: string): object {
  const known = typeof meta === 'object' && !Array.isArray(meta) ? meta : {};
  return { ...known, [ID_MEMBER]: id };
}
