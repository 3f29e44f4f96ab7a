import { serve as listen } from "@hono/node-server";
import type { OpenwopApp } from "./create-openwop-app.ts";

export interface ServeOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1: what is not said to be public is not. */
  readonly hostname?: string;
}

/** A host that listens. */
export interface OpenwopServer {
  /** Where it listens; no slash at the end. */
  readonly url: string;
  /** Ends open streams and runs, closes the store, and resolves when nothing is left. */
  close(): Promise<void>;
}

/** Serves a host on node:http; resolves when it listens, rejects where it cannot. */
export function serve(
  host: OpenwopApp,
  { port = 0, hostname = "127.0.0.1" }: ServeOptions = {},
): Promise<OpenwopServer> {
  return new Promise((resolve, reject) => {
    const server = listen({ fetch: host.fetch, port, hostname }, (address) => {
      const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve({
        url: `http://${name}:${address.port}`,
        async close() {
          await host.close();
          await new Promise<void>((done) => {
            server.close(() => done());
            if ("closeAllConnections" in server) server.closeAllConnections();
          });
        },
      });
    });
    server.once("error", reject);
  });
}
