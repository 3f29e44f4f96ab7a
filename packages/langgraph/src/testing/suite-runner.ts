/** What the suite asks of a test runner; vitest, jest and node:test with an `expect` all have it. */
export interface SuiteRunner {
  describe(title: string, body: () => void): unknown;
  it(title: string, body: () => Promise<void>): unknown;
  expect(actual: unknown): { toEqual(expected: unknown): unknown };
}
