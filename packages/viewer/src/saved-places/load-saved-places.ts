import { preferences } from '../place/load-place.ts';
import { client, type Schemas } from '../service.ts';

export type Status = Schemas['LocationSummary']['status'];

/** A saved location of the reader with what the weather means there. */
export interface SavedPlace {
  location: Schemas['SavedLocation'];
  /** `unknown` also if the service does not respond. */
  status: Status;
  /** What gives the status, in one line; empty if it could not be loaded. */
  reason: string;
}

/** Requests at the same time. */
const width = 4;

/** Loads the status of each location. */
export async function withStatus(locations: Schemas['SavedLocation'][]): Promise<SavedPlace[]> {
  const places: SavedPlace[] = [];
  const waiting = [...locations.entries()];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [i, location] = next;
      const { lat, lon } = location;
      const { data } = await client
        .get('/locations/summary', { lat, lon, ...preferences() })
        .catch(() => ({ data: undefined }));
      places[i] = { location, status: data?.status ?? 'unknown', reason: data?.status_reason ?? '' };
    }
  }
  await Promise.all(Array.from({ length: width }, work));
  return places;
}
