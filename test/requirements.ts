import type { Requirement } from "./requirements/requirement.ts";
import { openwop } from "./requirements/openwop.ts";
import { rfc0111 } from "./requirements/rfc-0111.ts";
import { wo01 } from "./requirements/wo-01.ts";

/** Name of a row; tests cite it with `verifies(id)`. */
export type RequirementId =
  | (typeof wo01)[number]["id"]
  | (typeof rfc0111)[number]["id"]
  | (typeof openwop)[number]["id"];

/** Every sentence that binds this repository, one row each. A test cites each row that is not `planned`. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = [
  ...wo01,
  ...rfc0111,
  ...openwop,
];
