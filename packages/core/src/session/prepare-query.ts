import type { Compilable, CompiledQuery } from "kysely";
import type { Reader } from "./database.ts";

/** Stands for a value while a query is compiled. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

export type PreparedQuery<Values extends readonly unknown[], Row> = (
  db: Reader,
  ...values: Values
) => Promise<Row[]>;

/**
 * A query whose text never depends on its values: built and compiled when it first runs, which takes longer than to
 * run it, and for one database only. `build` must hand each value on as it is; what it adds itself stays.
 */
export function prepareQuery<Values extends readonly unknown[], Row>(
  build: (db: Reader, ...values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...values) => {
    compiled ??= build(
      db,
      ...(values.map((_, index) => new Slot(index)) as readonly unknown[] as Values),
    ).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? values[value.index] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
