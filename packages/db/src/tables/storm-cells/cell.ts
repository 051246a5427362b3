import type { Area, SearchArea } from '@severe/geo';
import type { TimeRange } from '../../filters.ts';
import { column, type RowOf } from '../../columns.ts';

/** Values of one storm cell in one scan. */
export const cellValues = {
  /** Identifier of the track: the same text in every scan while the storm is tracked. */
  cell: column<string>('cell text'),
  /** Time of the first frame of the track. */
  firstSeenAt: column<Date>('first_seen_at timestamptz'),
  /** Area of the echo above the floor of the identification, km². */
  areaKm2: column<number>('area_km2 double precision'),
  /** Direction of movement, degrees clockwise from north; null until it is known. Set together with the next three. */
  towardDeg: column<number | null>('toward_deg double precision'),
  speedMps: column<number | null>('speed_mps double precision'),
  /** Standard error of the direction, degrees, at most 180. */
  spreadDeg: column<number | null>('spread_deg double precision'),
  /** Standard error of the speed, m/s. */
  spreadMps: column<number | null>('spread_mps double precision'),
  maxDbz: column<number>('max_dbz double precision'),
  /** Largest hail of the last 30 minutes inside the outline, mm. Null here and below: no frame near the scan. */
  meshMm: column<number | null>('mesh_mm double precision'),
  vilKgm2: column<number | null>('vil_kgm2 double precision'),
  echoTopKm: column<number | null>('echo_top_km double precision'),
  /** Largest cyclonic shear of the last 30 minutes inside the outline, 0.001/s. */
  rotation: column<number | null>('rotation double precision'),
  /** Flashes of the five minutes before the scan; null here and below if the lightning data end earlier. */
  flashes5min: column<number | null>('flashes_5min integer'),
  /** Flashes a minute, over the last two minutes. */
  flashRate: column<number | null>('flash_rate double precision'),
  /** Rise of the flash rate in standard deviations of its changes before; null without ten minutes of history. */
  flashJump: column<number | null>('flash_jump double precision'),
};
type StormCellValues = RowOf<typeof cellValues>;

/** A cell of a new scan. */
export interface NewStormCell extends StormCellValues {
  lat: number;
  lon: number;
  outline: Area;
}

/** A frame in which cells were looked for. */
export interface StormScan {
  frameAt: Date;
  /** State of the tracker after the frame, see `@severe/storms`. */
  state: unknown;
}

/** A city on the way of a cell. */
interface PlaceAhead {
  name: string;
  state: string;
  /** When the centre of the cell is nearest to the city, ISO 8601. */
  arrivesAt: string;
  /** Distance from the centre of the cell to the city at the scan, km. */
  distanceKm: number;
}

/** A cell of the newest scan. */
export interface StormCellRow extends StormCellValues {
  id: number;
  /** Time of the scan. */
  frameAt: Date;
  lat: number;
  lon: number;
  /** GeoJSON text of the outline. */
  outline: string;
  /** Up to five cities ahead within an hour, by time; empty without a motion. */
  places: PlaceAhead[];
  /** Ids of the active alerts with a polygon that intersects the outline. */
  alertIds: number[];
  /** GeoJSON text: positions of the centre since the cell was first seen, oldest first; null with one position. */
  track: string | null;
}

/** A cell near a point. */
export interface NearStormCell extends StormCellRow {
  /** From the centre of the cell to the point, metres. */
  distanceM: number;
}

/** All filters must hold. */
export interface StormCellSearch extends TimeRange {
  area?: SearchArea | undefined;
  state?: string | undefined;
  cells?: readonly string[] | undefined;
  minDbz?: number | undefined;
  /** Time of the request: alerts that are active then are listed. */
  at: Date;
  /** Searches the newest scan of those that were tracked by this moment; the newest one if absent. */
  asOf?: Date | undefined;
  limit: number;
}
