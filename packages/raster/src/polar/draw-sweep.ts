import { borrow, sweepTiles, type SweepView } from '@severe/kernels';
import type { SitePosition } from '@severe/nexrad';
import { latitudeOf, longitudeOf, type Tile, tileSize } from '@severe/geo';
import { longitudeFrom } from '@severe/projection';
import { tileEncoder } from '../png/indexed.ts';
import type { BeamTables } from './beam-tables.ts';
import { sphereAt, type LocalSphere } from './local-plane.ts';
import type { PaintedSweep } from './paint-sweep.ts';

/** Pixels further from the radar in longitude or latitude are empty. */
const [mostLonDeg, mostLatDeg] = [30, 7];

/**
 * Draws tiles of a sweep.
 *
 * @returns a function that draws one tile as PNG; undefined if nothing is visible
 */
export function sweepDrawer(site: SitePosition, painted: PaintedSweep, beams: BeamTables) {
  const encode = tileEncoder(painted.colours);
  const ranksOf = sweepRanks(site, painted, beams);
  return (tile: Tile): Uint8Array | undefined => {
    const ranks = ranksOf(tile);
    return ranks && encode(ranks);
  };
}

/**
 * Ranks the pixels of tiles of a sweep. A pixel shows the highest rank of the gates whose centres lie under it, or, if it
 * contains none, the gate under its own centre: the nearest one by azimuth and range. Every gate is visible at every zoom, and
 * a pixel does not depend on its tile.
 *
 * @returns a function that gives the ranks of one tile, valid until the next call; undefined if all are 0
 */
export function sweepRanks(site: SitePosition, { ranks, radials, gates }: PaintedSweep, beams: BeamTables) {
  const space = borrow(ranks.length); // for as long as the sweep is drawn
  const ranksOf = sweepTiles(space, { ranks, radials, gates, ...beams });
  const sphere = sphereAt(site);
  return (tile: Tile): Uint8Array | undefined => ranksOf(sweepView(tile, site, sphere));
}

/** The positions of the pixels of a tile, from the radar. */
export function sweepView({ x, y, z }: Tile, site: SitePosition, sphere: LocalSphere): SweepView {
  const world = tileSize * 2 ** z;
  const list = () => new Float32Array(tileSize);
  const view = { sin: list(), versine: list(), across: list(), up: list(), down: list() };
  for (let i = 0; i < tileSize; i++) {
    const angle = angleFrom(site.lon, longitudeOf((x * tileSize + i + 0.5) / world), sphere);
    view.sin[i] = Math.sin(angle);
    view.versine[i] = 2 * Math.sin(angle / 2) ** 2;
  }
  let [rowFrom, rowTo] = [tileSize, 0];
  for (let i = 0; i < tileSize; i++) {
    const lat = latitudeOf((y * tileSize + i + 0.5) / world);
    if (Math.abs(lat - site.lat) > mostLatDeg + 180 / 2 ** z / tileSize) continue;
    rowFrom = Math.min(rowFrom, i);
    rowTo = i + 1;
    const sin = sphere.sinOf(lat);
    const cos = Math.sqrt(1 - sin * sin);
    view.across[i] = sphere.radius * cos;
    view.up[i] = sphere.radius * (sphere.cos0 * sin - sphere.sin0 * cos);
    view.down[i] = sphere.radius * sphere.sin0 * cos;
  }
  return { z, x, y, ...view, rowFrom: Math.min(rowFrom, rowTo), rowTo };
}

/** The angle of a longitude on the sphere; π if it is too far away to be visible. */
function angleFrom(siteLon: number, lon: number, sphere: LocalSphere): number {
  return Math.abs(longitudeFrom(siteLon, lon)) > mostLonDeg ? Math.PI : sphere.angleOf(lon);
}
