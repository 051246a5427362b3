import { hourMs } from '@severe/async';
import { number, shape } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { listWork } from '../../shared/list-work.ts';
import {
  areaOf,
  asOf,
  foreignFilters,
  idWords,
  noOffice,
  page,
  rangeOf,
  spatial,
  timeRangeOf,
} from '../../shared/query.ts';
import { centreText, presentStormCell, presentTracking } from './present.ts';
import { stormCellProperties, trackingMembers } from './schema.ts';

const seconds = 5;
/** Scans are kept for six hours. The list of a moment can have a scan that was half an hour old. */
const keptMs = 5.5 * hourMs;

/** GET /storms */
export const listStormCells = endpoint({
  path: '/storms',
  summary: 'Storm cells tracked on the radar, with or without a warning, strongest echo first.',
  description:
    'Cells of the newest frame of composite reflectivity: echo above 35 dBZ around a maximum of at least 45 dBZ, ' +
    'followed from frame to frame. The motion is that of the echo; its standard error is in `motion_spread`. ' +
    'Arrivals at places assume that the motion stays, and are never certain. While `unavailable` lists `radar`, an ' +
    'empty list does not mean that there are no storms; cells of a frame older than 30 minutes are not listed.',
  tag: 'Radar',
  query: {
    ...spatial,
    ...asOf,
    ...timeRangeOf('`observed_at`, which is the same for all cells'),
    min_dbz: number({ min: 35, max: 90, about: 'Only cells with an echo of at least this, dBZ.', example: 50 }),
    limit: page({ limit: 100 }).limit,
    ...idWords('20260520T221000Z-3'),
  },
  foreign: { ...foreignFilters(), ...noOffice() },
  work: listWork('storm_cells'),
  response: featureCollectionOf('StormCell', stormCellProperties, trackingMembers, shape.text()),
  cache: { seconds },
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { min_dbz: minDbz, state, limit, id } = call.query;
    const filter = { area: areaOf(call.query), ...rangeOf(call.query), state, cells: id, minDbz };
    return replyWithCollection(call, context, {
      path: '/storms',
      dataSets: ['storm_cells'],
      seconds,
      keptMs,
      async find({ at, asOf: moment }, { stormCells }) {
        const { areCellsCurrent, members } = presentTracking(await stormCells.newestScanAt(moment), at);
        const found = areCellsCurrent
          ? await stormCells.search({ ...filter, asOf: moment, at, limit })
          : { rows: [], matched: 0 };
        return { ...found, members };
      },
      feature: (cell, at) => featureText(cell.cell, centreText(cell), presentStormCell(cell, at)),
    });
  },
});
