/** A part of an object of Obsidian: each member that is there is as obsidian.d.ts says, and what gives back the object itself gives this part. */
export type PartOf<Whole> = {
  [Name in keyof Whole]?: Whole[Name] extends (...args: infer Args) => Whole ? (...args: Args) => unknown : Whole[Name];
};

/** Takes a part of an object of Obsidian for the whole of it; what is not there fails when the plugin uses it, and is then added. */
export function standFor<Whole>(part: PartOf<Whole>): Whole {
  return part as Whole;
}
