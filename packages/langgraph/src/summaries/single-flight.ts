/** Work in progress, by key. */
export type Flights<T> = Map<string, Promise<T>>;

/** A piece of work that is under way. */
export interface Flight<T> {
  readonly result: Promise<T>;
  /** This caller started it. */
  readonly isOwn: boolean;
}

/** Joins the work that is under way under this key, or starts it. It is over, and may be started again, once it is settled. */
export function joinFlight<T>(flights: Flights<T>, key: string, work: () => Promise<T>): Flight<T> {
  const known = flights.get(key);
  if (known !== undefined) return { result: known, isOwn: false };
  const result = work().finally(() => forget(flights, key, result));
  flights.set(key, result);
  return { result, isOwn: true };
}

/** Lets the next caller start anew, whatever becomes of this work: it may never settle. */
export function forget<T>(flights: Flights<T>, key: string, result: Promise<T>): void {
  if (flights.get(key) === result) flights.delete(key);
}
