import type { Client } from 'pg';

const hooksPerUser = 20;

/**
 * Adds webhooks from one number to before another: boxes and polygons of a tenth of a degree to three degrees over the contiguous United
 * States; half of the webhooks filter by event or severity.
 *
 * @param from a multiple of twenty
 */
export async function insertWebhooks(client: Client, from: number, to: number): Promise<void> {
  await client.query('select setseed(0.5)');
  const made = await client.query<{ first: number }>(
    `with made as (
       insert into users (simulated, email, password_hash, email_verified, created_at)
       select false, 'user' || n || '@example.org', '', true, now() from generate_series($1::int, $2::int - 1) n
       returning id)
     select min(id)::int as first from made`,
    [from / hooksPerUser, Math.ceil(to / hooksPerUser)],
  );
  await client.query(
    `insert into webhooks (simulated, user_id, url, bbox, geometry, fence, event_types, min_severity, secret, next_cycle_at,
       unmatched, created_at)
     select false, $4::int + (n - $1::int) / $3::int, 'https://hooks.example.org/' || n, array[west, south, west + size, south + size], null,
       case when n % 2 = 0 then st_makeenvelope(west, south, west + size, south + size, 4326)
            else st_setsrid(st_buffer(st_makepoint(west, south), size / 2), 4326) end,
       case when n % 4 = 0 then array['Tornado Warning'] else array[]::text[] end,
       case when n % 4 = 1 then 'Severe' end, 'whsec_', now(), false, now()
     from (select n, -125 + 58 * random() as west, 25 + 24 * random() as south, 0.1 + 2.9 * random() ^ 3 as size
           from generate_series($1::int, $2::int - 1) n) places`,
    [from, to, hooksPerUser, made.rows[0].first],
  );
  await client.query('analyze users');
  await client.query('analyze webhooks');
}
