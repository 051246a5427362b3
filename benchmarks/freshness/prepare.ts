import { imageryFolder, models, satellites } from '@severe/catalogue';
import { listed, secondOf } from './truth.ts';

const minuteMs = 60_000;
/** The time in which all values of repeated files occur, and a scan more. */
const repeatedMinutes = 32;

/** Interval of lists, shorter than the time for which a volume or an image is listed. */
const everyMinutes = 5;
/** Forecast hours of any run that have all values of its fields. */
const leads = ['01', '02', '03'];

/** What is large and made once, by bucket and part of it. */
function madeOnce(day: string, sites: readonly string[]): [host: string, prefix: string][] {
  return [
    ['noaa-mrms-pds.s3.amazonaws.com', 'CONUS/'],
    [new URL(satellites.east.bucket).host, imageryFolder],
    ...sites.map((site): [string, string] => ['unidata-nexrad-level2.s3.amazonaws.com', `${day}/${site}/`]),
  ];
}

/**
 * Lets the simulated providers make what they repeat, so that none of it is made during the measurement.
 *
 * @returns the number of files
 */
export async function prepare(url: string, sites: readonly string[]): Promise<number> {
  const made = new Set<string>();
  const make = async (at: string, file: string): Promise<void> => {
    if (made.has(file)) return;
    made.add(file);
    const response = await fetch(`${url}/at/${at}/${file}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${file}: the simulated providers answer ${response.status}`);
  };
  const now = Date.now();
  for (let minutes = 0; minutes <= repeatedMinutes; minutes += everyMinutes) {
    const at = secondOf(now + minutes * minuteMs);
    for (const [host, prefix] of madeOnce(at.slice(0, 10).replaceAll('-', '/'), sites)) {
      for (const { key } of await listed(`${url}/at/${at}/${host}`, prefix)) await make(at, `${host}/${key}`);
    }
  }
  const { host } = new URL(models.hrrr.bucket);
  const hours = await listed(`${url}/at/${secondOf(now)}/${host}`, 'hrrr.');
  for (const lead of leads) {
    const { key } = hours.find((hour) => hour.key.endsWith(`f${lead}.grib2`))!;
    await make(secondOf(now), `${host}/${key}`);
  }
  return made.size;
}
