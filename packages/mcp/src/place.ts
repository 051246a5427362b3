import type { Client } from '@severe/client';
import { z } from 'zod';
import { dataOf } from './ask.ts';
import { ToolError } from './failure.ts';

/** A place in the input of a tool: its name, or its coordinates. */
export const placeInput = {
  place: z
    .string()
    .min(2)
    .max(100)
    .optional()
    .describe('Name of a place in the United States, such as "Norman, OK" or a postal code.'),
  lat: z.number().min(-90).max(90).optional().describe('Latitude in degrees, if there is no name.'),
  lon: z.number().min(-180).max(180).optional().describe('Longitude in degrees, if there is no name.'),
};

interface Given {
  place?: string | undefined;
  lat?: number | undefined;
  lon?: number | undefined;
}

interface Place {
  lat: number;
  lon: number;
  /** Name and coordinates. */
  label: string;
}

/** The place of a request; undefined if it names none. @throws {ToolError} unknown, or one coordinate only */
export async function placeOf({ place, lat, lon }: Given, client: Client): Promise<Place | undefined> {
  if (lat !== undefined && lon !== undefined) return { lat, lon, label: `${lat}, ${lon}` };
  if (place === undefined && lat === undefined && lon === undefined) return undefined;
  if (place === undefined) throw new ToolError('lat and lon are needed together, or place.');
  const { results } = await dataOf(client.get('/geocode/search', { q: place }));
  const [found] = results;
  if (!found)
    throw new ToolError(`There is no place ${JSON.stringify(place)} in the United States that the service knows.`);
  return { lat: found.lat, lon: found.lon, label: `${found.label} (${found.lat.toFixed(2)}, ${found.lon.toFixed(2)})` };
}

/** The same of a tool that needs a place. */
export async function neededPlaceOf(given: Given, client: Client): Promise<Place> {
  const place = await placeOf(given, client);
  if (!place) throw new ToolError('place is needed, or lat and lon.');
  return place;
}
