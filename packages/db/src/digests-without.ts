import { rowsOf } from './context.ts';
import type { Handle } from './handle.ts';

/**
 * Those of these digests that have no row.
 *
 * @param rowOf   SQL from `from` on that finds the row of a digest, which is given as SQL
 * @param digests in hexadecimal
 * @param values  bound values of `rowOf`
 */
export async function digestsWithout(
  knex: Handle,
  rowOf: (digest: string) => string,
  digests: readonly string[],
  values: Record<string, unknown>,
): Promise<string[]> {
  const rows = await rowsOf<{ digest: string }>(
    knex,
    `select given as digest from unnest(cast(:digests as text[])) given
     where not exists (select ${rowOf("decode(given, 'hex')")})`,
    { digests, ...values },
  );
  return rows.map(({ digest }) => digest);
}
