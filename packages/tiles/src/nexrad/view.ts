import { RequestError } from '@severe/base';
import {
  findRadarSite,
  findSweepProduct,
  maxZoom,
  nexrad,
  radarSites,
  sweepProducts,
  type RadarSite,
  type SweepProduct,
} from '@severe/catalogue';
import type { Bounds, Tile } from '@severe/geo';
import { choosePage } from '@severe/raster/polar';
import type { Choice, Measured } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { reachOf } from '../drawn-tile.ts';
import { recolouringsOf, type Coloured } from '../served.ts';
import { checkMotion, chooseMotion, type ChosenMotion } from './storm-motion.ts';
import type { SweepView } from './sweeps.ts';

/** The site of that name. @throws {RequestError} 404 that lists the valid ones */
export function siteOf(name: string): RadarSite {
  const site = findRadarSite(name);
  if (site) return site;
  throw new RequestError(404, `Unknown radar site; there are ${radarSites.map(({ id }) => id).join(', ')}`);
}

/** The product of that name. @throws {RequestError} 404 that lists the valid ones */
export function sweepProductOf(id: string): SweepProduct {
  const product = findSweepProduct(id);
  if (product) return product;
  throw new RequestError(404, `Unknown nexrad product; there are ${sweepProducts.map((other) => other.id).join(', ')}`);
}

/** A site as what is measured again and again. */
export function volumesOf({ id }: RadarSite): Measured {
  return { family: 'nexrad', id, everySeconds: nexrad.everySeconds };
}

/** What a radar covers at most. */
export function boundsOf({ lat, lon }: RadarSite): Bounds {
  const north = (nexrad.reachM / 111_000) * 1.01;
  const east = north / Math.cos(((Math.abs(lat) + north) * Math.PI) / 180);
  return [lon - east, lat - north, lon + east, lat + north];
}

const reaches = new Map(
  radarSites.map((site) => [site.id, reachOf({ bounds: boundsOf(site) }, maxZoom + 1)]), // twice the pixels: one deeper
);

/** Whether a site's longest sweep may touch a tile. */
export function reachesTile({ id }: RadarSite, tile: Tile): boolean {
  return reaches.get(id)?.(tile) ?? false;
}

const coloured = new Map<string, Coloured>(
  sweepProducts.map((product) => [product.id, { product, colours: recolouringsOf(product) }]),
);

/** A product with its palettes. */
export function colouredOf({ id }: SweepProduct): Coloured {
  return coloured.get(id) as Coloured;
}

/** What a request says about how a sweep is to be seen. */
export interface ViewQuery {
  tilt: number;
  sm_dir: number | undefined;
  sm_kt: number | undefined;
}

/** What is wrong with a request is said first, also while there is no volume. @throws {RequestError} 422 for half a motion */
export function checkView({ stormRelative }: SweepProduct, { sm_dir: fromDeg, sm_kt: kt }: ViewQuery): void {
  if (stormRelative) checkMotion({ fromDeg, kt });
}

/** What answers it: the sweep, undefined where the volume does not have the moment, and the motion taken away from it. */
export interface ChosenView {
  view: SweepView | undefined;
  motion: ChosenMotion | undefined;
}

/**
 * The sweep that a request asks for, which `checkView` has looked at.
 *
 * @throws {UpstreamError} the store is away
 */
export async function chooseView(
  { volumes, stormMotions }: TileContext,
  site: RadarSite,
  product: SweepProduct,
  { frame }: Choice,
  { tilt, sm_dir: fromDeg, sm_kt: kt }: ViewQuery,
): Promise<ChosenView> {
  const motion = product.stormRelative
    ? await chooseMotion({ fromDeg, kt }, stormMotions, site, frame.validAt)
    : undefined;
  const volume = await volumes.open(frame);
  const page = choosePage(volume.pages, product.moment, tilt);
  return { view: page && { frame, site: volume.site, page, product, motion }, motion };
}
