import { divideRoom } from "./divide-room.ts";
import { shorten } from "./shorten.ts";

/** One line of a list. */
export interface Bullet {
  /** `- ` or `12. `. */
  readonly marker: string;
  readonly text: string;
  /** Its part of the room beside the other lines; a whole number. */
  readonly weight: number;
}

export interface BulletList {
  /** In the order in which they are written. */
  readonly bullets: readonly Bullet[];
  /** Indexes of the bullets, the one to keep longest first. */
  readonly priority: readonly number[];
  /** How many more there were before. */
  readonly dropped: number;
  /** A line shorter than this says so little that fewer lines are better. */
  readonly shortest: number;
}

/** A longer text would be no digest. */
const longestLine = 600;
/** Room for saying what was left out. */
const remark = 16;

/** A list without lines between its items, in at most so many characters: `a ×2, b, … 12 more`. */
export function inlineList(items: readonly string[], dropped: number, room: number): string {
  let text = "";
  let count = 0;
  for (const item of items) {
    const longer = count === 0 ? item : `${text}, ${item}`;
    const isLast = count + 1 === items.length && dropped === 0;
    if (longer.length > room - (isLast ? 0 : remark)) break;
    text = longer;
    count++;
  }
  const more = items.length - count + dropped;
  return count === 0 || more === 0 ? text : `${text}, … ${more} more`;
}

/** A list of one item a line, in at most so many characters: all items as long as each can say something. */
export function bulletList(list: BulletList, room: number): string {
  const chosen = chosenBullets(list, room - remark);
  if (chosen.length === 0) return "";
  const markers = chosen.reduce((sum, { marker }) => sum + marker.length + 1, 0);
  const claims = chosen.map(({ text, weight }) => ({
    least: Math.min(text.length, list.shortest),
    need: lineNeed(text),
    weight,
  }));
  const rooms = divideRoom(room - remark - markers, claims);
  const lines = chosen.map(({ marker, text }, index) => marker + shorten(text, rooms[index] ?? 0));
  const more = list.bullets.length - chosen.length + list.dropped;
  return [...(more > 0 ? [`… ${more} more`] : []), ...lines].join("\n");
}

/** Characters that a list of lines can use at most. */
export function bulletNeed({ bullets }: BulletList): number {
  return bullets.reduce((sum, { marker, text }) => sum + marker.length + 1 + lineNeed(text), remark);
}

/** Characters that an inline list can use at most. */
export function inlineNeed(items: readonly string[]): number {
  return items.reduce((sum, item) => sum + item.length + 2, remark);
}

function lineNeed(text: string): number {
  return Math.min(text.length, longestLine);
}

function chosenBullets({ bullets, priority, shortest }: BulletList, room: number): readonly Bullet[] {
  const chosen = new Set<number>();
  let left = room;
  for (const index of priority) {
    const bullet = bullets[index];
    if (bullet === undefined) continue;
    left -= bullet.marker.length + 1 + Math.min(bullet.text.length, shortest);
    if (left < 0) break;
    chosen.add(index);
  }
  return bullets.filter((_, index) => chosen.has(index));
}
