import type { Area, Point } from '@severe/geo';

/** The strongest value of an area, and where it is. */
interface StrongestValue {
  value: number;
  at: Point;
}

/** An HRRR forecast at a place. */
export interface HrrrForecast {
  elevationM: number | null;
  /** Undefined if no run covers the present hour. */
  run: { runAt: Date } | undefined;
  times: Date[];
  /** Columns by key of `/models/hrrr/point`, aligned to `times`. */
  variables: Record<string, (number | null)[]>;
}

/**
 * Values of rasters at places. The API does not read rasters: the process that starts it provides them, from its tile
 * server or from a reader of its own.
 */
export interface PointValues {
  /** Undefined outside the grid. @throws {UpstreamError} values are temporarily unavailable */
  forecast(query: {
    lat: number;
    lon: number;
    hours: number;
    /** No further value is read after this aborts. */
    wanted?: AbortSignal;
  }): Promise<HrrrForecast | undefined>;
  /** Undefined outside the bounds of the product, null without a frame. @throws {UpstreamError} as `forecast` */
  radarAround(
    product: string,
    place: Point,
    radiusM: number,
  ): Promise<
    | {
        at: Date;
        here: number | null;
        strongest: StrongestValue | null;
        recent: { at: Date; value: number | null }[];
      }
    | null
    | undefined
  >;
  /** Null outside the mosaic, and without a run that may be shown. @throws {UpstreamError} as `forecast` */
  nextHour(place: Point): Promise<{ from: Date; hereDbz: number | null; steps: { at: Date; chance: number }[] } | null>;
  /** Null without a frame or a value. @throws {UpstreamError} as `forecast` */
  radarInside(product: string, area: Area): Promise<(StrongestValue & { time: Date }) | null>;
}
