import type { FormView } from '../form/protocol.ts';

/** Any field of the form. */
export type PageField = FormView['sections'][number]['fields'][number];

/** A field of one kind. */
export type FieldOf<Kind extends PageField['kind']> = Extract<PageField, { readonly kind: Kind }>;
