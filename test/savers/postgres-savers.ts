import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";

/** Savers of one database. Each call of `openSavers` has tables of its own, dropped when they are closed. */
export function postgresSavers(connection: string, options: { readonly connections?: number } = {}) {
  const open: { readonly savers: readonly PostgresSaver[]; readonly schema: string }[] = [];
  const openSavers = async (count: number): Promise<readonly PostgresSaver[]> => {
    const schema = `plimsoll_${globalThis.crypto.randomUUID().replaceAll("-", "")}`;
    const savers = Array.from({ length: count }, () => PostgresSaver.fromConnString(connection, { schema }));
    open.push({ savers, schema });
    for (const saver of savers) {
      if (options.connections !== undefined) poolOf(saver).options.max = options.connections;
      await saver.setup();
    }
    return savers;
  };
  const openSaver = async (): Promise<PostgresSaver> => {
    const [saver] = await openSavers(1);
    if (saver === undefined) throw new Error("no saver was opened");
    return saver;
  };
  const closeSavers = async (): Promise<void> => {
    for (const { savers, schema } of open.splice(0)) {
      await Promise.all(savers.slice(1).map((saver) => saver.end()));
      await poolOf(savers[0]).query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
      await savers[0]?.end();
    }
  };
  return { openSaver, openSavers, closeSavers };
}

/** The saver's own pool: it takes no options for it. */
function poolOf(saver: PostgresSaver | undefined) {
  return Reflect.get(Object(saver), "pool") as { options: { max: number }; query(sql: string): Promise<unknown> };
}
