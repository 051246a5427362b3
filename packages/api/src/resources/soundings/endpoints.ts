import { RequestError } from '@severe/base';
import { findSoundingStation } from '@severe/catalogue';
import type { FullSounding } from '@severe/db';
import { alsoCalled, boolean, defaultUnless, integer, text, type Reply } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { replyWithCollection, createReply } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { otherNames } from '../../shared/other-names.ts';
import { listWork } from '../../shared/list-work.ts';
import {
  areaOf,
  asOf,
  foreignFilters,
  ids,
  noOffice,
  page,
  rangeOf,
  spatial,
  timeRangeOf,
} from '../../shared/query.ts';
import { fullSoundingRecord, presentSounding } from './present.ts';
import { fullSoundingShape, soundingProperties } from './schema.ts';

const dataSets = ['soundings'] as const;
const seconds = 300;
const tag = 'Soundings';
const errors = { 503: 'The database is unavailable.' };
const variants =
  'CAPE, CIN, lifted index, condensation and equilibrium level are those of the surface parcel, lifted ' +
  'pseudoadiabatically with the virtual temperature correction.';

/** GET /soundings */
export const listSoundings = endpoint({
  path: '/soundings',
  summary: 'Soundings of upper-air stations with derived parameters, ordered by id.',
  description: `\`/soundings/{id}\` has the levels. ${variants}`,
  tag,
  query: {
    ...spatial,
    ...asOf,
    ...timeRangeOf('`time`'),
    ...page({ limit: 50 }),
    ...ids,
    station: alsoCalled(
      text({
        pattern: '^[A-Za-z0-9]{3,5}$',
        about: 'Station: three letters, four letters with the prefix, or the WMO number.',
        example: 'OUN',
      }),
      otherNames.station,
    ),
    latest: defaultUnless(
      boolean({
        default: true,
        about: 'true: only the newest sounding of each station in the time range; false: all stored soundings.',
      }),
      'id',
    ),
  },
  foreign: { ...foreignFilters(), ...noOffice('Write station') },
  response: featureCollectionOf('Sounding', soundingProperties),
  cache: { seconds },
  work: listWork('soundings'),
  errors,
  handle(call, context) {
    const { station, ...query } = call.query;
    const search = {
      ...query,
      ...rangeOf(query),
      area: areaOf(query),
      ids: query.id,
      latest: query.latest ?? false,
      station: station && nameOf(station),
    };
    return replyWithCollection(call, context, {
      path: '/soundings',
      dataSets,
      seconds,
      find: (moment, db) => db.soundings.search({ ...search, ...moment }),
      feature: (sounding) => featureText(sounding.id, sounding.geometry, presentSounding(sounding)),
    });
  },
});

/** GET /soundings/{station}/latest */
export const getLatestSounding = endpoint({
  path: '/soundings/{station}/latest',
  summary: 'The newest sounding of a station with all its levels.',
  description: variants,
  tag,
  params: {
    station: text({
      maxLength: 40,
      about: 'Station in any case: three letters, four letters or the WMO number (`OUN`, `KOUN`, `72357`).',
      example: 'OUN',
    }),
  },
  response: fullSoundingShape,
  cache: { seconds },
  errors: { ...errors, 404: 'No such station, or it has no sounding.' },
  handle({ path }, context) {
    const station = nameOf(path.station);
    return replyWithSounding(context, `/soundings/${station}/latest`, () => context.db.soundings.latest(station));
  },
});

/** GET /soundings/{id} */
export const getSounding = endpoint({
  path: '/soundings/{id}',
  summary: 'One sounding with all its levels.',
  description: variants,
  tag,
  params: { id: integer({ about: 'The id of the sounding.', example: 812 }) },
  response: fullSoundingShape,
  cache: { seconds },
  errors: { ...errors, 404: 'No such sounding.' },
  handle({ path }, context) {
    return replyWithSounding(context, `/soundings/${path.id}`, () => context.db.soundings.find(path.id));
  },
});

/** Normalises a station. An unknown one has no soundings. */
function nameOf(station: string): string {
  return findSoundingStation(station)?.icao ?? station;
}

function replyWithSounding(
  { replyFromCache }: ApiContext,
  key: string,
  find: () => Promise<FullSounding | undefined>,
): Promise<Reply> {
  return replyFromCache({
    key,
    dataSets,
    seconds,
    async make(sets) {
      const sounding = await find();
      if (!sounding) throw new RequestError(404, 'Sounding not found');
      return createReply(fullSoundingRecord(sounding), 'application/json', sets);
    },
  });
}
