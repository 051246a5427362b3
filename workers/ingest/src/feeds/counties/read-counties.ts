import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { zoneOfFips } from '@severe/catalogue';
import { repairArea } from '@severe/geo/repair-area';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { ShapedZone } from '../nws-zones/parse.ts';

/** A county takes a fraction of a millisecond; between so many others have their turn. */
const atOnce = 50;

/**
 * The counties of the United States, by the Census Bureau, drawn for maps of 1:10,000,000: good to a kilometre or so.
 * They need no network.
 */
export async function readCounties(): Promise<ShapedZone[]> {
  const file = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const topology = JSON.parse(await readFile(file, 'utf8')) as Topology<{
    counties: GeometryCollection<{ name: string }>;
  }>;
  const { features } = feature(topology, topology.objects.counties);
  const counties: ShapedZone[] = [];
  for (const [i, { id, properties, geometry }] of features.entries()) {
    if (i % atOnce === 0) await setImmediate();
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
