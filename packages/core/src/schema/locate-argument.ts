import { findField, toShapes, toTypes } from './to-shapes.ts';

/** Where a typed name belongs in the arguments. */
export interface ArgumentPlace {
  readonly path: readonly string[];
  /** The schema of the value there; `undefined` where the tool's schema does not know it. */
  readonly schema: unknown;
}

/** Finds the argument that `a.b` means: the one of that name, else field `b` of an object `a`, else an unknown one. */
export function locateArgument(name: string, root: unknown): ArgumentPlace {
  return locate(name, root, root) ?? { path: [name], schema: undefined };
}

function locate(name: string, schema: unknown, root: unknown): ArgumentPlace | undefined {
  const shapes = toShapes(schema, root);
  const field = findField(shapes, name);
  if (field !== undefined) return { path: [name], schema: field };
  for (let dot = name.indexOf('.'); dot > 0 && dot < name.length - 1; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot);
    const rest = name.slice(dot + 1);
    const owner = findField(shapes, head);
    if (owner === undefined || !toTypes(toShapes(owner, root)).has('object')) continue;
    const inner = locate(rest, owner, root) ?? { path: [rest], schema: undefined };
    return { path: [head, ...inner.path], schema: inner.schema };
  }
  return undefined;
}
