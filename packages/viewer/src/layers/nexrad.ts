import { queryOf, service, type Product, type Site, type SweepPoint } from '../service.ts';
import { momentOf } from '../times.ts';
import type { View } from '../view.ts';
import { last, legendOf, paletteOf, readingOf, type Frame, type Layer, type Reading } from './layer.ts';

const loopMinutes = 60;

/** Gates of 250 m: near the radar a turn is finer still across. */
const deepest = 9;

/** Degrees of latitude that the longest sweeps reach. */
const reach = 4.2;

const absences = {
  below_threshold: 'Nothing here',
  range_folded: 'Range folded',
  no_data: 'This radar gives no value here',
  outside: 'Too near to this radar, or too far from it',
};

/** @param siteOf finds a radar by its name */
export function nexradLayer(
  { id, name, description, palettes }: Product,
  siteOf: (id: string) => Site | undefined,
): Layer {
  return {
    id: `nexrad/${id}`,
    family: 'nexrad',
    group: 'Single radar',
    name,
    about: description,
    palettes,
    framesPerSecond: 3,
    current: last,
    async frames(view) {
      const site = siteOf(view.site);
      if (!site) return [];
      const { frames } = await service.volumes(site.id, loopMinutes);
      const query = { ...sweepQuery(id, view), palette: paletteOf({ palettes }, view) };
      return frames.map((stamp) => frameOf(site, id, stamp, queryOf({ ts: stamp, ...query })));
    },
    async read({ lat, lon }, { stamp }, view) {
      const query = { lat, lon, ts: stamp, ...sweepQuery(id, view) };
      return present(await service.sweepPoint(view.site, id, query), view.site);
    },
    legend: legendOf('nexrad', id, palettes),
  };
}

/** How a sweep is to be seen, as requests say it. */
export function sweepQuery(product: string, { tilt, motion }: View): Record<string, string | number | undefined> {
  const [sm_dir, sm_kt] = product === 'srm' ? motion.split('/') : [];
  return { tilt, sm_dir, sm_kt };
}

function frameOf({ id: site, lat, lon }: Site, product: string, stamp: string, query: string): Frame {
  const east = reach / Math.cos(((Math.abs(lat) + reach) * Math.PI) / 180);
  return {
    key: `nexrad/${site}/${product}/${query}`,
    stamp,
    at: momentOf(stamp),
    tiles: `/api/v1/nexrad/${site}/${product}/{z}/{x}/{y}@2x.png${query}`,
    tileSize: 512,
    deepest,
    bounds: [lon - east, lat - reach, lon + east, lat + reach],
  };
}

function present(point: SweepPoint, site: string): Reading {
  const { elevation_deg: tilt, distance_km: distance, beam_height_m: height, storm_motion: motion } = point;
  const more = [
    distance !== null && `${Math.round(distance)} km from ${site}`,
    height !== null && `${(height / 1000).toFixed(1)} km up`,
    tilt !== null && `tilt ${tilt}°`,
    motion !== null && `storms from ${motion} kt`,
  ];
  return { text: readingOf(point, absences), more: more.filter(Boolean).join(', ') };
}
