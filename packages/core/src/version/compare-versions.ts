const FORM = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/;

/** Which of two releases is newer: below 0 where `left` is older, above 0 where it is newer, 0 where that cannot be told. */
export function compareVersions(left: string, right: string): number {
  const [mine, other] = [FORM.exec(left), FORM.exec(right)];
  if (mine === null || other === null) return 0;
  for (const part of [1, 2, 3]) {
    const difference = Number(mine[part]) - Number(other[part]);
    if (difference !== 0) return difference;
  }
  // A release comes after its previews.
  return Number(mine[4] === undefined) - Number(other[4] === undefined);
}
