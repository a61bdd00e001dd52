/** The element of a field that gets the focus. */
export function fieldElementId(key: string): string {
  return `field-${escapeId(key)}`;
}

/** An element of the row of a parameter. */
export function rowElementId(parameter: string, part: 'source' | 'value' | 'default' | 'name'): string {
  return `row-${part}-${escapeId(parameter)}`;
}

/** The heading of the mapping editor. */
export const MAPPING_ELEMENT_ID = 'mapping';

/** The text with the values of the preview's event. */
export const SAMPLE_ELEMENT_ID = 'preview-sample';

/** Names of tools' parameters are of any characters; ids that others refer to must not have spaces. */
function escapeId(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}_`);
}
