import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { zoneOfFips } from '@severe/catalogue';
import { repairArea } from '@severe/geo/repair-area';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { ShapedZone } from '../nws-zones/parse.ts';

/** Counties per batch, which take a few milliseconds. */
const batchSize = 50;

/**
 * Reads the bundled county shapes of the Census Bureau, generalised for maps of 1:10,000,000 with an accuracy of about
 * 1 km. They need no network.
 */
export async function readCounties(): Promise<ShapedZone[]> {
  const file = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const topology = JSON.parse(await readFile(file, 'utf8')) as Topology<{
    counties: GeometryCollection<{ name: string }>;
  }>;
  const { features } = feature(topology, topology.objects.counties);
  const counties: ShapedZone[] = [];
  for (const [i, { id, properties, geometry }] of features.entries()) {
    if (i % batchSize === 0) await setImmediate();
    const fips = String(id).padStart(5, '0');
    const ugc = zoneOfFips(fips);
    const { area } = repairArea(geometry);
    if (!area || ugc === undefined) continue;
    const state = ugc.slice(0, 2);
    const shape = JSON.stringify(area);
    counties.push({ kind: 'county', ugc, name: properties.name, state, wfo: null, simplified: true, shape });
  }
  return counties;
}
