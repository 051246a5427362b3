import { silentLog } from '@severe/base';
import { radarProducts } from '@severe/catalogue';
import { openEmbedded } from '@severe/db/testing/embedded';

/** A row of the service, by the name that the simulator gives to what it tells. */
export interface Stored {
  name: string;
  /** What several rows are about. */
  about?: string;
}

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;

/** A statement for each source; past states count for what is replaced in place. */
const statements: Record<string, string> = {
  alerts: `select identifier as name, alert_id::text as about from alert_messages`,
  reports: `select ${iso('at')} || to_char(ST_X(point), ' FM990.00') || to_char(ST_Y(point), ' FM990.00') as name,
                   type || ' ' || ${iso('at')} || ST_AsText(point) as about
            from reports`,
  watches: `select year || '/' || number as name from watches`,
  discussions: `select year || '/' || number as name from discussions where kind = 'convective'`,
  outlooks: `select distinct file || ' ' || ${iso('issued')} as name from outlook_areas
             where subject = 'outlooks' and file like 'day%otlk_cat'`,
  eros: `select distinct 'day ' || day || ' ' || ${iso('issued')} as name from outlook_areas where subject = 'eros'`,
  text: `select id as name from bulletins where product in ('AFD', 'HWO')`,
  observations: `select station || ' ' || ${iso('at')} as name, source || ' ' || station || ' ' || ${iso('at')} as about
                 from observations join stations on stations.id = station_id`,
  soundings: `select station || ' ' || ${iso('at')} as name from soundings`,
  lightning: `select name from lightning_granules`,
  damage_tracks: `select source_id::text as name from damage_tracks`,
  radar: `select product || ' ' || ${iso('valid_at')} as name from frames where family = 'radar'`,
};

/** Reads the rows of a service that has ended. */
export async function readStored(dataDir: string, sources: readonly string[]): Promise<Map<string, Stored[]>> {
  const { knex, close } = await openEmbedded(dataDir, silentLog);
  try {
    const found = new Map<string, Stored[]>();
    for (const source of sources) {
      const { rows } = await knex.raw<{ rows: Stored[] }>(statements[source]);
      found.set(source, source === 'radar' ? rows.map(withFolder) : rows);
    }
    return found;
  } finally {
    await close();
  }
}

const folders = new Map(
  radarProducts.flatMap(({ id, source }) => ('folder' in source ? [[id, source.folder] as const] : [])),
);

/** The provider names files by their folder. */
function withFolder({ name }: Stored): Stored {
  const [product, at] = name.split(' ');
  return { name: `${folders.get(product)} ${at}` };
}
