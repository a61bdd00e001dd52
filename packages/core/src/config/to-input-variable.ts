/** The environment variable that answers `${input:ID}`, in the form that every shell can set. */
export function toInputVariable(id: string): string {
  return `TOOLYARD_INPUT_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
