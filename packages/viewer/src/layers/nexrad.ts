import { named, t } from '../language.ts';
import { boxAround, withoutCrossing } from '@severe/geo';
import {
  client,
  dataOf,
  paletteParam,
  type PaletteName,
  type Schemas,
  type Site,
  type SweepProduct,
  type SweepQuery,
} from '../service.ts';
import { momentOf } from '../times.ts';
import { quantity } from '../units.ts';
import type { View } from '../view.ts';
import {
  isSmooth,
  last,
  legendOf,
  paletteOf,
  readingOf,
  smoothParam,
  type Frame,
  type Layer,
  type Reading,
} from './layer.ts';

/** Gates are 250 m long, and near the radar they are narrower than that. */
const deepest = 9;

/** Range of the longest sweeps, metres. */
const reachM = 460_000;

const absences = {
  below_threshold: t`Below the threshold`,
  range_folded: t`Range folded`,
  no_data: t`This radar has no value here`,
  outside: t`Too close to this radar, or out of its range`,
};

/** @param siteOf finds a radar by its id */
export function nexradLayer(
  { id, name, description, palettes }: SweepProduct,
  siteOf: (id: string) => Site | undefined,
): Layer {
  return {
    id: `nexrad/${id}`,
    family: 'nexrad',
    group: t`Single radar`,
    name: named(name),
    about: named(description),
    palettes,
    hasValues: true,
    framesPerSecond: 3,
    current: last,
    async frames(view) {
      const site = siteOf(view.site);
      if (!site) return [];
      const { frames } = await dataOf(client.get('/nexrad/{site}/frames', { site: site.id, minutes: 60 * view.hours }));
      const form = { palette: paletteParam(paletteOf({ palettes }, view)), smooth: smoothParam(isSmooth(this, view)) };
      return frames.map((stamp) => frameOf(site, id, stamp, { ...sweepQuery(id, view), ...form }));
    },
    async read({ lat, lon }, { stamp }, view) {
      const query = { site: view.site, product: id, lat, lon, ts: stamp, ...sweepQuery(id, view) };
      return present(await dataOf(client.get('/nexrad/{site}/{product}/point', query)));
    },
    legend: legendOf('nexrad', id, palettes),
  };
}

/** A storm motion such as `245/35`, direction from and knots, in words. */
export function motionText(motion: string): string {
  const [from, knots] = motion.split('/').map(Number);
  return t`from ${from}° at ${quantity(knots, 'kt', 0)}`;
}

/** The query parameters of the tilt and storm motion of a view. */
export function sweepQuery(product: string, { tilt, motion }: View): SweepQuery {
  if (product !== 'srm' || motion === '') return { tilt };
  const [direction, knots] = motion.split('/').map(Number);
  return { tilt, sm_dir: direction, sm_kt: knots };
}

function frameOf(
  { id: site, lat, lon }: Site,
  product: string,
  stamp: string,
  query: SweepQuery & { palette: PaletteName | undefined; smooth: true | undefined },
): Frame {
  const tiles = client.template('/nexrad/{site}/{product}/{z}/{x}/{y}@2x.png', {
    site,
    product,
    ts: stamp,
    ...query,
  });
  return {
    key: `nexrad/${tiles}`,
    stamp,
    at: momentOf(stamp),
    tiles,
    tileSize: 512,
    deepest,
    bounds: withoutCrossing(boxAround({ lat, lon }, reachM)),
  };
}

function present(point: Schemas['NexradPoint']): Reading {
  const { site, elevation_deg: tilt, distance_km: distance, beam_height_m: height, storm_motion: motion } = point;
  const more = [
    distance !== null && t`${quantity(distance, 'distance km')} from ${site}`,
    height !== null && t`beam at ${quantity(height / 1000, 'km')}`,
    tilt !== null && t`tilt ${tilt}°`,
    motion !== null && t`storm motion ${motionText(motion)}`,
  ];
  return { text: readingOf(point, absences), more: more.filter(Boolean).join(', ') };
}
