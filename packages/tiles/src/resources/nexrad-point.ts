import type { RadarSite, SweepProduct } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import { Json, placeParams, shape } from '@severe/http';
import type { SweepReading } from '@severe/raster/polar';
import { chooseObserved } from '../choose-frame.ts';
import type { ListedFrame } from '../frame-index.ts';
import { motionText } from '../nexrad/storm-motion.ts';
import { checkView, chooseView, siteOf, sweepProductOf, volumesOf, type ChosenView } from '../nexrad/view.ts';
import { tileCaching } from '../caching.ts';
import { siteParam, sweepProductParam, viewParams } from './nexrad-shared.ts';
import { observedFrame } from './observed-tiles.ts';
import { endpoint, stampShape } from './shared.ts';

const statuses = ['ok', 'below_threshold', 'range_folded', 'no_data', 'outside'] as const;

export const getNexradPoint = endpoint({
  path: '/nexrad/{site}/{product}/point',
  summary: 'Value of a single-radar sweep above a point.',
  description:
    'The value of the gate above the point, not of the rendered image. It is null below the threshold, for ' +
    'range-folded gates, if the volume does not have the moment, and beyond the range; `status` gives the reason.',
  tag: 'Radar',
  params: { site: siteParam, product: sweepProductParam },
  query: {
    ...placeParams,
    ...viewParams,
  },
  response: shape.named(
    'NexradPoint',
    shape.object({
      site: shape.text({ example: 'KTLX' }),
      product: shape.text({ example: 'velocity' }),
      lat: shape.number(),
      lon: shape.number(),
      ts: shape.nullable(stampShape),
      time: shape.nullable(shape.time({ about: 'Start of the volume.' })),
      sweep_time: shape.nullable(shape.time({ about: 'Start of the sweep.' })),
      elevation_deg: shape.nullable(
        shape.number({ about: 'Elevation angle of the cut nearest to `tilt`, in degrees.' }),
      ),
      storm_motion: shape.nullable(
        shape.text({ about: 'Storm motion that was subtracted for `srm`.', example: '245/35' }),
      ),
      value: shape.nullable(shape.number()),
      units: shape.nullable(shape.text({ example: 'kt' })),
      status: shape.oneOf(statuses, { about: '`ok`, or the reason for a null value.' }),
      distance_km: shape.nullable(shape.number({ about: 'Ground distance from the radar in kilometres.' })),
      azimuth_deg: shape.nullable(shape.number({ about: 'Azimuth from the radar in degrees clockwise from north.' })),
      beam_height_m: shape.nullable(shape.number({ about: 'Height of the beam centre in metres above sea level.' })),
    }),
  ),
  cache: { seconds: 30 },
  errors: { 404: 'No such site or product, or no volume at that time.', 503: 'Values are temporarily unavailable.' },
  async handle({ path, query: { lat, lon, ts, ...viewQuery } }, context) {
    const site = siteOf(path.site);
    const product = sweepProductOf(path.product);
    checkView(product, viewQuery);
    const subject = volumesOf(site);
    const choice = ts ? await observedFrame(context, subject, ts) : chooseObserved(context.index, subject, ts);
    const place = { lat, lon };
    if (!choice) return present(site, product, place, undefined, {}, undefined); // there is no volume yet
    const chosen = await chooseView(context, site, product, choice, viewQuery);
    const reading = chosen.view && (await context.sweeps.sample(chosen.view, place, context.caller));
    const body = present(site, product, place, choice.frame, chosen, reading);
    const exact = choice.exact && chosen.motion?.named !== false;
    return exact ? new Json(body, { 'Cache-Control': tileCaching.exact }) : body;
  },
});

const statusOf = { ok: 'ok', nothing: 'below_threshold', folded: 'range_folded', outside: 'outside' } as const;

function present(
  { id: site }: RadarSite,
  { id: product, units }: SweepProduct,
  { lat, lon }: Point,
  frame: ListedFrame | undefined,
  { view, motion }: Partial<ChosenView>,
  reading: SweepReading | undefined,
) {
  return {
    site,
    product,
    lat: rounded(lat, 5),
    lon: rounded(lon, 5),
    ts: frame?.stamp ?? null,
    time: frame?.time ?? null,
    sweep_time: view ? `${new Date(view.page.startedAt).toISOString().slice(0, 19)}Z` : null,
    elevation_deg: view?.page.cutDeg ?? null,
    storm_motion: motion ? motionText(motion) : null,
    value: reading?.value == null ? null : rounded(reading.value, 3),
    units,
    status: reading ? statusOf[reading.status] : ('no_data' as const),
    distance_km: reading ? rounded(reading.distanceM / 1000, 2) : null,
    azimuth_deg: reading ? rounded(reading.azimuthDeg, 2) : null,
    beam_height_m: reading?.heightM == null ? null : rounded(reading.heightM, 0),
  };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
