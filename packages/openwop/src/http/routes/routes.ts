import type { HostContext } from "../host-context.ts";
import type { Route } from "../route.ts";
import { pollEventsRoute, streamEventsRoute } from "./event-routes.ts";
import { forkRunRoute } from "./fork-route.ts";
import { discoveryRoute, openApiRoute } from "./public-routes.ts";
import { readAncestryRoute, readArtifactRoute, readWorkflowRoute } from "./read-routes.ts";
import { bulkCancelRoute, cancelRunRoute, createRunRoute, listRunsRoute, readRunRoute } from "./run-routes.ts";
import { cacheKeyRoute, eventLogRoute, transcriptWindowRoute } from "./seam-routes.ts";

/** Everything the host serves; the seams only where they are enabled. */
export function routesOf(context: HostContext): readonly Route[] {
  const served = [
    createRunRoute(context),
    listRunsRoute(context),
    bulkCancelRoute(context),
    readRunRoute(context),
    cancelRunRoute(context),
    forkRunRoute(context),
    streamEventsRoute(context),
    pollEventsRoute(context),
    readArtifactRoute(context),
    readAncestryRoute(context),
    readWorkflowRoute(context),
  ];
  const seams = [transcriptWindowRoute(context), eventLogRoute(context), cacheKeyRoute()];
  const protectedRoutes = context.options.serveSeams ? [...served, ...seams] : served;
  const documented = [discoveryRoute(context), ...protectedRoutes];
  return [openApiRoute(context, documented), ...documented];
}
