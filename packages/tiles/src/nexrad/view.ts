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
import { boxAround, type Bounds, type Tile } from '@severe/geo';
import { choosePage } from '@severe/raster/polar';
import type { Choice, Observed } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { coverageOf } from '../tile-image.ts';
import { recolouringsOf, type WithPalettes } from '../tile-products.ts';
import { checkMotion, chooseMotion, type ChosenMotion } from './storm-motion.ts';
import type { SweepView } from './sweeps.ts';

/** The site with that id. @throws {RequestError} 404 with the valid ids */
export function siteOf(name: string): RadarSite {
  const site = findRadarSite(name);
  if (site) return site;
  throw new RequestError(404, `Unknown radar site; valid ids: ${radarSites.map(({ id }) => id).join(', ')}`);
}

/** The product with that id. @throws {RequestError} 404 with the valid ids */
export function sweepProductOf(id: string): SweepProduct {
  const product = findSweepProduct(id);
  if (product) return product;
  throw new RequestError(
    404,
    `Unknown nexrad product; valid ids: ${sweepProducts.map((other) => other.id).join(', ')}`,
  );
}

/** The volumes of a site, as an observed series of frames. */
export function volumesOf({ id }: RadarSite): Observed {
  return { family: 'nexrad', id, everySeconds: nexrad.everySeconds };
}

/** Bounds of the longest range of a radar. */
export function boundsOf(site: RadarSite): Bounds {
  return boxAround(site, nexrad.reachM);
}

const coverages = new Map(
  radarSites.map((site) => [site.id, coverageOf({ bounds: boundsOf(site) }, maxZoom + 1)]), // a 512-pixel tile is joined from the tiles one level deeper
);

/** Whether the longest sweep of a site may touch a tile. */
export function coversTile({ id }: RadarSite, tile: Tile): boolean {
  return coverages.get(id)?.(tile) ?? false;
}

const palettes = new Map<string, WithPalettes>(
  sweepProducts.map((product) => [product.id, { product, recolourings: recolouringsOf(product) }]),
);

/** A product with its palettes. */
export function colouredOf({ id }: SweepProduct): WithPalettes {
  return palettes.get(id) as WithPalettes;
}

/** The parameters of a request that select a sweep and a storm motion. */
interface ViewQuery {
  tilt: number;
  sm_dir: number | undefined;
  sm_kt: number | undefined;
}

/** Checks the parameters, also while there is no volume. @throws {RequestError} 422 for half a motion */
export function checkView({ stormRelative }: SweepProduct, { sm_dir: fromDeg, sm_kt: kt }: ViewQuery): void {
  if (stormRelative) checkMotion({ fromDeg, kt });
}

/** The sweep, undefined if the volume does not have the moment, and the storm motion to subtract. */
export interface ChosenView {
  view: SweepView | undefined;
  motion: ChosenMotion | undefined;
}

/**
 * The sweep and storm motion of a request. `checkView` has checked its parameters.
 *
 * @throws {UpstreamError} the object store is unavailable
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
