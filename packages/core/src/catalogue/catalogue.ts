/** What a server can offer, by the method names of the protocol. */
export type CatalogueKind = 'tools' | 'prompts' | 'resources' | 'templates';

/** All kinds, in the order in which they are read. */
export const CATALOGUE_KINDS: readonly CatalogueKind[] = ['tools', 'prompts', 'resources', 'templates'];

/** One tool, prompt, resource or template of one server. */
export interface CatalogueEntry {
  readonly kind: CatalogueKind;
  /** The key of the server it belongs to. */
  readonly server: string;
  /** What the server calls it: a name, a URI, or a URI template. */
  readonly name: string;
  /** `key:name`, unique within its kind. */
  readonly id: string;
  /** The definition exactly as the server sent it. */
  readonly json: string;
  /** The same, parsed. */
  readonly definition: Readonly<Record<string, unknown>>;
}

/** What the running servers offer, by id. */
export interface Catalogue {
  /** In configuration order, then the server's own. */
  list(kind: CatalogueKind): readonly CatalogueEntry[];
  /** The entries of one server; the same array until that server's list changes. */
  listOf(kind: CatalogueKind, server: string): readonly CatalogueEntry[];
  /** Takes the same time however many entries there are. */
  find(kind: CatalogueKind, id: string): CatalogueEntry | undefined;
}
