import { rowsOf, type TableContext } from './context.ts';
import type { Handle } from './handle.ts';

/** Rows per statement: a statement has two seconds. */
const atOnce = 50;
/** Statements per call; the remaining rows wait for the next. */
const maxStatements = 3;
/** Zones may be stored after the rows that they contain: rows without a result are tried again after this. */
const againMs = 3_600_000;

/** Coasts are generalised: a point outside all counties gets the nearest one within 30 km. */
const locate = (table: string): string => `
update ${table} t set located_at = :now, state = coalesce(t.state, (
    select z.state from zones z where z.kind = 'county' and ST_Intersects(z.shape, t.place) order by z.ugc limit 1), (
    select z.state from zones z
    where z.kind = 'county' and ST_DWithin(geography(z.shape), geography(t.place), 30000)
    order by geography(z.shape) <-> geography(t.place) limit 1)),
  wfo = coalesce(t.wfo, (
    select z.wfo from zones z where ST_Intersects(z.shape, t.place) and z.wfo is not null order by z.kind, z.ugc limit 1))
where t.id in (
  select id from ${table}
  where simulated = :simulated and (located_at is null or ((state is null or wfo is null) and located_at < :before))
  order by located_at nulls first limit :atOnce)
returning t.id`;

/** Fills in missing states and offices of stored rows from the zones that contain them. */
export async function locateInZones(
  trx: Handle,
  { simulated, clock }: TableContext,
  table: 'stations' | 'gauges',
): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - againMs);
  for (let left = maxStatements; left > 0; left--) {
    const located = await rowsOf(trx, locate(table), { simulated, now, before, atOnce });
    if (located.length < atOnce) return;
  }
}
