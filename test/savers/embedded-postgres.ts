import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { postgresSavers } from "./postgres-savers.ts";

/** PostgreSQL in WebAssembly behind a real socket. Takes seconds to start: open it once in a file. */
export async function openEmbeddedPostgres() {
  const db = await PGlite.create();
  const server = new PGLiteSocketServer({ db, port: 0, host: "127.0.0.1", maxConnections: 40 });
  await server.start();
  const connection = `postgres://postgres:none@${server.getServerConn()}/postgres`;
  return {
    // It is one session: the unnamed statements of two connections would be each other's.
    ...postgresSavers(connection, { connections: 1 }),
    close: async () => {
      await server.stop();
      await db.close();
    },
  };
}
