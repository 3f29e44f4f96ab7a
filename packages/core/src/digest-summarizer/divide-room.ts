/** What takes part in a division; whole numbers. */
export interface Claim {
  /** Room it gets whatever the others need, where there is enough for all of these. */
  readonly least: number;
  /** Room it can use at most; not less than `least`. */
  readonly need: number;
  /** Its part of the rest beside the other claims' weights, above zero. */
  readonly weight: number;
}

/**
 * Divides room among claims: first to each its least, then by weight; what a claim does not need goes to the others.
 * Whole numbers, in the order of the claims, that sum to no more than the room.
 */
export function divideRoom(room: number, claims: readonly Claim[]): readonly number[] {
  const leasts = claims.reduce((sum, { least }) => sum + least, 0);
  const isTight = leasts > room;
  const parts = claims.map(({ least }) => (isTight ? 0 : least));
  const byThirst = claims
    .map(({ least, need, weight }, index) => ({ want: isTight ? need : need - least, weight, index }))
    .sort((one, other) => one.want * other.weight - other.want * one.weight || one.index - other.index);
  let left = Math.max(0, isTight ? room : room - leasts);
  let weights = claims.reduce((sum, { weight }) => sum + weight, 0);
  for (const { want, weight, index } of byThirst) {
    const part = Math.min(want, Math.floor((left * weight) / weights));
    parts[index] = (parts[index] ?? 0) + part;
    left -= part;
    weights -= weight;
  }
  return parts;
}
