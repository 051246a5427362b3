import { alsoCalled, oneOf, parsed, shape } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import {
  areaOf,
  asOf,
  foreignFilters,
  isInRange,
  noOffice,
  rangeOf,
  spatial,
  timeRangeOf,
} from '../../shared/query.ts';
import { joinAreas } from './join-areas.ts';
import { presentArea, presentBasins, stormFeatures } from './present.ts';
import { areaProperties, type Basin, basinNames, outlookMetadata, stormProperties } from './schema.ts';

const seconds = 60;
const tag = 'Tropics';
const errors = { 503: 'The database is unavailable.' };
/** All storms and areas fit on one page; there are a dozen at most. */
const onePage = { limit: Number.MAX_SAFE_INTEGER };

const everyBasin = Object.keys(basinNames) as Basin[];
const aliases: Record<string, Basin> = { atlantic: 'al', 'eastern-pacific': 'ep', 'central-pacific': 'cp' };
const basinOf = (word: string): Basin => aliases[word] ?? (word as Basin);

/** GET /tropical/outlook */
export const listTropicalOutlook = endpoint({
  path: '/tropical/outlook',
  summary: 'Areas where tropical cyclones may form within seven days, with the outlook of each basin.',
  description:
    'Ordered by basin and area number. An area that is in the text of the outlook but not on its map has a null ' +
    'geometry, and is in no area. `state` matches areas that intersect any county of the state.',
  tag,
  query: {
    ...spatial,
    basin: alsoCalled(
      parsed(
        oneOf([...everyBasin, ...Object.keys(aliases)], { anyCase: true, about: 'Basin. Default: all.' }),
        basinOf,
      ),
      ['region', 'basins', 'ocean'],
    ),
    ...timeRangeOf('`issued`'),
    ...asOf,
  },
  foreign: { ...foreignFilters('region'), ...noOffice() },
  response: featureCollectionOf('TropicalArea', areaProperties, { metadata: outlookMetadata }, shape.text()),
  cache: { seconds },
  errors,
  handle(call, context) {
    const { query } = call;
    const { basin, state } = query;
    const range = rangeOf(query);
    return replyWithCollection({ ...call, query: { ...call.query, ...onePage } }, context, {
      path: '/tropical/outlook',
      dataSets: ['tropical-outlook', 'zones'],
      seconds,
      async find({ asOf: moment }, db) {
        const outlooks = await db.tropicalOutlooks.search({ area: areaOf(query), state, asOf: moment });
        // An area may be told in another basin than it is drawn in.
        const areas = joinAreas(outlooks).filter(
          (area) => (basin === undefined || area.basin === basin) && area.isInArea && isInRange(range, area.issuedAt),
        );
        const metadata = { basins: presentBasins(basin ? [basin] : everyBasin, outlooks.basins, areas) };
        return { rows: areas, matched: areas.length, members: { metadata } };
      },
      feature: (area) => featureText(`${area.basin}/${area.area}`, area.geometry, presentArea(area)),
    });
  },
});

/** GET /tropical/storms */
export const listTropicalStorms = endpoint({
  path: '/tropical/storms',
  summary: 'Tropical cyclones of the Atlantic and the eastern and central Pacific, newest advisory first.',
  description:
    'Up to three features per storm, distinguished by `feature_kind`: forecast cone and forecast track, if ' +
    'available, and the position with intensity. `features` is empty if there is no storm. Spatial filters choose ' +
    'features, not storms; `state` matches those that intersect any county of the state.',
  tag,
  query: { ...spatial, ...timeRangeOf('the time of the advisory'), ...asOf },
  foreign: { ...foreignFilters(), ...noOffice() },
  response: featureCollectionOf('TropicalStorm', stormProperties, {}, shape.text({ example: 'al052026/cone' })),
  cache: { seconds },
  errors,
  handle(call, context) {
    const { query } = call;
    const where = { area: areaOf(query), state: query.state, ...rangeOf(query) };
    return replyWithCollection({ ...call, query: { ...query, ...onePage } }, context, {
      path: '/tropical/storms',
      dataSets: ['tropical', 'zones'],
      seconds,
      async find({ asOf: moment }, db) {
        const rows = (await db.tropicalStorms.all({ ...where, asOf: moment })).flatMap(stormFeatures);
        return { rows, matched: rows.length };
      },
      feature: (text) => text,
    });
  },
});
