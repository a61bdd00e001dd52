import { type BoundNote, type ResolvedBinding, findBindingProblem } from '@toolyard/documents';

/** A binding as the list of a note shows it. */
export interface ListedBinding {
  readonly resolved: ResolvedBinding;
  /** Whether it stands in the note, where it can be changed, and not in the settings. */
  readonly isOwn: boolean;
  /** Why it does not work, or what a person should know of it. */
  readonly remark?: string;
  readonly hasProblem: boolean;
}

/** All that binds a note: what stands in its frontmatter, and what of the settings has a section in it. */
export function listBindings({ bindings }: BoundNote): readonly ListedBinding[] {
  return bindings
    .map((resolved) => {
      const remark = findBindingProblem(resolved) ?? resolved.issues[0]?.message;
      return {
        resolved,
        isOwn: resolved.binding.index !== undefined,
        ...(remark !== undefined && { remark }),
        hasProblem: findBindingProblem(resolved) !== undefined,
      };
    })
    .filter(({ isOwn, resolved }) => isOwn || resolved.ranges.length > 0);
}
