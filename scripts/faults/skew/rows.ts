import { Client } from 'pg';

/** Tables whose rows stay for at least a day, with a condition if others do not. */
const lasting: Record<string, string> = {
  users: '',
  sessions: '',
  saved_locations: '',
  alerts: '',
  alert_versions: '',
  data_sets: '',
  zones: '',
  frames: "where family = 'radar'",
};

/** The keys of all rows that stay, with their tables. */
export async function lastingRows(databaseUrl: string): Promise<Set<string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const rows = new Set<string>();
    for (const [table, condition] of Object.entries(lasting)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
         where indrelid = $1::regclass and indisprimary order by attnum`,
        [table],
      );
      const key = columns.map(({ name }) => `${name}::text`).join(", ' ', ");
      const { rows: found } = await client.query<{ key: string }>(
        `select concat(${key}) as key from ${table} ${condition}`,
      );
      for (const each of found) rows.add(`${table} ${each.key}`);
    }
    return rows;
  } finally {
    await client.end();
  }
}
