import type { Place } from '../layers/layer.ts';

const form = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/;

/** The place of a link: `#at=…&place=35.22,-97.44`; undefined if it has none or a wrong one. */
export function placeOfHash(hash: string): Place | undefined {
  const [, lat, lon] = form.exec(partOf(hash).replace(/%2C/i, ',')) ?? [];
  const place = { lat: Number(lat), lon: Number(lon) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : undefined;
}

/** The hash with this place, or without one. */
export function withPlace(hash: string, place: Place | undefined): string {
  const others = partsOf(hash).filter((part) => !part.startsWith('place='));
  const all = [...others, ...(place ? [`place=${place.lat},${place.lon}`] : [])];
  return all.length > 0 ? `#${all.join('&')}` : '';
}

function partOf(hash: string): string {
  return (partsOf(hash).find((part) => part.startsWith('place=')) ?? '').slice('place='.length);
}

function partsOf(hash: string): string[] {
  return hash.replace(/^#/, '').split('&').filter(Boolean);
}
