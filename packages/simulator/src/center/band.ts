import { roundTo } from '../model/curves.ts';
import type { Point, Ring } from '@severe/geo';

/** A band of constant width around a line, as watches are drawn. */
interface Band {
  west: Point;
  east: Point;
  /** Degrees of latitude to each side. */
  halfLat: number;
}

/** Margin around the expected storms, degrees. */
const room = { lon: 0.45, lat: 0.35 };

/** Largest slope of a band's axis. Storms that lie along a steeper line get a tall band instead. */
const steepest = 0.9;

/** The narrowest band along the trend of the places that contains them all, with a margin. Needs at least one place. */
export function bandAround(places: Point[]): Band {
  const mean = (of: (place: Point) => number): number =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const middle = { lon: mean(({ lon }) => lon), lat: mean(({ lat }) => lat) };
  const across = mean(({ lon }) => (lon - middle.lon) ** 2);
  const together = mean(({ lon, lat }) => (lon - middle.lon) * (lat - middle.lat));
  const slope = across > 0 ? Math.max(-steepest, Math.min(steepest, together / across)) : 0;
  const lons = places.map(({ lon }) => lon);
  const off = places.map(({ lon, lat }) => lat - middle.lat - slope * (lon - middle.lon));
  const [lowest, highest] = [Math.min(...off), Math.max(...off)];
  const placeAt = (lon: number): Point => ({
    lon,
    lat: middle.lat + slope * (lon - middle.lon) + (lowest + highest) / 2,
  });
  return {
    west: placeAt(Math.min(...lons) - room.lon),
    east: placeAt(Math.max(...lons) + room.lon),
    halfLat: (highest - lowest) / 2 + room.lat,
  };
}

/** The outline of a band, rounded to a hundredth of a degree. */
export function bandRing({ west, east, halfLat }: Band): Ring {
  const corner = ({ lon, lat }: Point, side: number): [number, number] => [
    roundTo(lon, 100),
    roundTo(lat + side * halfLat, 100),
  ];
  const ring = [corner(west, 1), corner(west, -1), corner(east, -1), corner(east, 1)];
  return [...ring, ring[0]];
}
