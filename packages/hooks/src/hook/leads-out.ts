const OUTSIDE = /^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** Whether a path could lead out of the folder that it starts at, on any system, by its letters alone. */
export function leadsOut(path: string): boolean {
  return OUTSIDE.test(path);
}
