import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGate, FairTurns } from '@severe/async';
import type { Clock } from '@severe/base';
import type { Model } from '@severe/catalogue';
import type { FrameIndex } from '../frame-index.ts';
import type { ValueReads } from '../value-reads.ts';
import { pointForecast, type PointForecast } from './point-forecast.ts';
import { modelRunsOf } from './runs.ts';

/** A forecast may read some hundred blocks, so few are made at once; more than this many waiting requests of a client get a 503. */
const maxConcurrent = 4;
/** One of a client: a forecast of two days takes up to 0.3 s of the main thread, in steps of half a millisecond. */
const maxOfClient = 1;
const maxWaiting = 64;
/** Concurrent reads of single values, of all forecasts together. Unpacking a block takes half a millisecond. */
const maxReads = 8;

/** Makes point forecasts of models, with bounds on the work at any time. */
export type Forecasts = (query: {
  model: Model;
  lat: number;
  lon: number;
  hours: number;
  /** The client that takes a turn; default: the service itself. */
  client?: string;
  /** No further value is read after this aborts. */
  wanted?: AbortSignal | undefined;
}) => Promise<PointForecast>;

/** Opens the point forecasts of the frames in an index. */
export function createForecasts(index: FrameIndex, values: ValueReads, clock: Clock): Forecasts {
  const forecasts = new FairTurns({ name: 'forecasts', places: maxConcurrent, perClient: maxOfClient, maxWaiting });
  const reads = createGate(maxReads);
  return ({ wanted, client = '', ...query }) =>
    forecasts.run(client, wanted, () =>
      pointForecast({ ...query, now: clock() }, modelRunsOf(index, query.model), (frame, lon, lat) =>
        reads.run(async () => {
          await nextTurn(); // blocks in memory come without a wait: hundreds would be unpacked in one turn of the event loop
          return values.at(frame, lon, lat);
        }, wanted),
      ),
    );
}
