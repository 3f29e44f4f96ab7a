// A host on a file: run an agent, read what it was fed, recount it, fork the run, get the same for nothing; delete the
// summary, and be refused.
import { showHost } from "./show-host.ts";

await showHost();
