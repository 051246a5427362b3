/** A place on the map with its zoom. */
export interface Position {
  zoom: number;
  lat: number;
  lon: number;
}

/** Where the map begins without a link: the southern plains. */
export const home: Position = { zoom: 5.2, lat: 35.6, lon: -97.5 };

/** The zooms that the map allows. */
export const zoomRange = { min: 2.5, max: 12 };

/** The part of a link with the position: `#at=zoom/latitude/longitude`. */
export const positionKey = 'at';

/** The position of a link, read as the map library reads it; without a valid one, that of the beginning. */
export function positionOf(hash: string): Position {
  const text = new RegExp(`[#&]${positionKey}=([^&]*)`).exec(hash)?.[1] ?? '';
  const [zoom, lat, lon] = text.split('/').map(Number);
  if (![zoom, lat, lon].every(Number.isFinite) || Math.abs(lat) > 90) return home;
  return { zoom: Math.max(zoomRange.min, Math.min(zoomRange.max, zoom)), lat, lon };
}
