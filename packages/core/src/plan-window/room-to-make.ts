import { weightOn, type WindowLine } from "./window-line.ts";
import type { WindowWeight } from "./window-weight.ts";

/**
 * Room to make on a broken bound where `reachable` may go: up to its refill mark, or half of the room that can be
 * made where that is less, so that the next calls hold and the provider's prefix cache lives on. Where even all of it
 * is not enough, half of what is short is not reached either, and all of it goes.
 */
export function roomToMake(line: WindowLine, reachable: WindowWeight): number {
  return Math.min(line.refill, Math.floor((line.room + weightOn(line, reachable)) / 2));
}
