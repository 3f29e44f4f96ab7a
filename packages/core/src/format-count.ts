/** A whole number with thousands separated by commas, the same in every locale. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
