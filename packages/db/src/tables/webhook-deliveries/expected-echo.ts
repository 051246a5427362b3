import { currentTraceparent } from '@severe/tracing';
import { rowsOf, type TableContext } from '../../context.ts';

/** An echo that is expected in the geofence of a webhook. */
export interface ExpectedEcho {
  webhookId: number;
  minDbz: number;
  /** Time of the radar image from which it is extrapolated. */
  radarAt: Date;
  /** When it is more likely than not to be there, and the spread; `latest` is null if it is never nearly sure. */
  arrivesAt: Date;
  earliestAt: Date;
  latestAt: Date | null;
  /** The highest chance of it in the geofence within the next hour, percent. */
  chance: number;
  /** Where it comes first. */
  lat: number;
  lon: number;
}

/** As the column has it: times are text. */
export type StoredEcho = {
  [Name in keyof ExpectedEcho]: Exclude<ExpectedEcho[Name], Date> | (Date extends ExpectedEcho[Name] ? string : never);
};

const timeNames = ['radarAt', 'arrivesAt', 'earliestAt', 'latestAt'] as const;

export function echoOf(stored: StoredEcho): ExpectedEcho {
  const times = timeNames.map((name) => [name, stored[name] === null ? null : new Date(stored[name])]);
  return { ...stored, ...Object.fromEntries(times) } as ExpectedEcho;
}

/** After an echo was expected, the next one is told this much later: until then it is the same one. */
const quietFor = '1 hour';

/** Rank among the deliveries of a webhook: that of severe alerts. */
const rank = 3;

/**
 * Writes a delivery for each echo whose webhook expects one, and has not been told lately.
 *
 * @returns number of new deliveries
 */
export async function tellEchoes(
  { knex, simulated, clock }: TableContext,
  echoes: readonly ExpectedEcho[],
): Promise<number> {
  const rows = await rowsOf(
    knex,
    `with echoes as (
       select cast(one ->> 'webhookId' as bigint) as hook, cast(one ->> 'arrivesAt' as timestamptz) as at, one
       from jsonb_array_elements(cast(:echoes as jsonb)) one
     ), told as (
       update webhooks w set told_until = greatest(echoes.at, :now) + interval '${quietFor}'
       from echoes where w.id = echoes.hook and w.simulated = :simulated and w.enabled and w.occasion = 'expected'
         and (w.told_until is null or w.told_until <= :now)
       returning w.id
     )
     insert into webhook_deliveries (simulated, webhook_id, severity, rank, created_at, traceparent, expected, expires)
     select cast(:simulated as boolean), hook, 'Expected', ${rank}, :now, :traceparent, one, echoes.at
     from echoes join told on told.id = echoes.hook
     returning id`,
    { simulated, now: clock(), echoes: JSON.stringify(echoes), traceparent: currentTraceparent() },
  );
  return rows.length;
}
