import { findProduct, findRadarSite, isComposite, type Family, type RadarSite } from '@severe/catalogue';
import { tileRange } from '@severe/geo';

/** An event of the live stream: of a frame, or of changed rows. */
export interface DataEvent {
  source: string;
  product?: string;
  site?: string;
  /** Time of a frame, or of its model run. */
  ts?: string;
  /** Of a model frame. */
  valid?: string;
  /** Ids of alerts. */
  new?: number[];
  updated?: number[];
}

/** The name that `nameOfFrame` gives to the frame of an event. */
export function nameOfEvent({ source, product, site, ts, valid }: DataEvent): string {
  return [source, product ?? site, ts, ...(valid ? [valid] : [])].join('/');
}

/** The tile of the level that has the place in its middle third. */
const tile = '4/3/6';
const siteZoom = 8;
/** A place over the plains, where the simulated storms are. */
const place = 'lat=35.22&lon=-97.44';

/** Whether a frame is shown on maps. Fields that only points have are part of the frames that show them. */
export function hasTile(family: string, product: string): boolean {
  return family === 'nexrad' || !findProduct(family as Family, product)?.valuesOnly;
}

/** Where a client gets a tile and a value of the frame of an event; composites have colours only. */
export function addressesOf(event: DataEvent): { tile?: string; value?: string } {
  const { source, product: id = '', site, ts, valid } = event;
  if (site) return atSite(findRadarSite(site)!, ts!);
  const product = findProduct(source as Family, id);
  if (!product || product.valuesOnly) return {};
  const time = valid ? `ts=${ts}&valid=${valid}` : `ts=${ts}`;
  const named = source === 'hrrr' ? 'variable' : 'product';
  return {
    tile: `/${source}/tiles/${id}/${tile}.png?${time}`,
    ...(isComposite(product) ? {} : { value: `/${source}/point?${place}&${named}=${id}&${time}` }),
  };
}

function atSite({ id, lat, lon }: RadarSite, ts: string): { tile: string; value: string } {
  const { minX: x, minY: y } = tileRange([lon, lat, lon, lat], siteZoom);
  return {
    tile: `/nexrad/${id}/reflectivity/${siteZoom}/${x}/${y}.png?ts=${ts}`,
    value: `/nexrad/${id}/reflectivity/point?lat=${lat + 0.2}&lon=${lon}&ts=${ts}`,
  };
}
