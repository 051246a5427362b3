import type { FutureEvents } from '../center/future-events.ts';
import { cellAt, cellOf, type Cell } from '../forecast/cell.ts';
import { gridDocument, hourlyDocument, pointDocument } from '../forecast/documents.ts';
import { hoursAt, type Hour } from '../forecast/hours.ts';
import { hourMs } from '../model/plane.ts';
import { LruCache } from '../lru-cache.ts';
import { jsonPage, type Page, type Route } from './pages.ts';

/** The routes of points and gridded forecasts. Forecasts are renewed every hour. */
export function forecastRoutes(seed: number, futureEvents: FutureEvents): Route[] {
  const hours = new LruCache<string, Hour[]>(20, () => []);
  const ofCell = (named: string[], now: number, document: (cell: Cell, hours: Hour[]) => object): Page | undefined => {
    const [office, x, y] = named;
    const cell = cellOf(office, Number(x), Number(y));
    if (!cell) return undefined;
    const from = Math.floor(now / hourMs) * hourMs;
    const cached = hours.get(`${office}/${x},${y}/${from}`, () => hoursAt(seed, futureEvents, cell.middle, from));
    return jsonPage('application/geo+json', document(cell, cached), from);
  };
  return [
    {
      path: /^points\/(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/,
      page([lat, lon]) {
        const place = { lat: Number(lat), lon: Number(lon) };
        const cell = cellAt(place);
        return cell && jsonPage('application/geo+json', pointDocument(place, cell));
      },
    },
    {
      path: /^gridpoints\/([A-Z]{3})\/(\d{1,4}),(\d{1,4})$/,
      page: (named, _query, now) => ofCell(named, now, gridDocument),
    },
    {
      path: /^gridpoints\/([A-Z]{3})\/(\d{1,4}),(\d{1,4})\/forecast\/hourly$/,
      page: (named, _query, now) => ofCell(named, now, hourlyDocument),
    },
  ];
}
