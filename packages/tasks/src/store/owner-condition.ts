/** The condition that a row is the user's, for the place (`$1`) at which a statement has the user. */
export type OwnerCondition = (place: string) => string;

/** What every statement has, although row-level security would do alone. */
export const ownedBy: OwnerCondition = (place) => `user_id = ${place}`;

/** Leaves the user out, for the tests that prove that row-level security holds alone. */
export const ownedByAnyone: OwnerCondition = (place) => `${place}::text IS NOT NULL`;
