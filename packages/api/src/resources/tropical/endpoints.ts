import { oneOf, parsed, shape } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { asOf } from '../../shared/query.ts';
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
    'geometry.',
  tag,
  query: {
    basin: parsed(
      oneOf([...everyBasin, ...Object.keys(aliases)], { anyCase: true, about: 'Basin. Default: all.' }),
      basinOf,
    ),
    ...asOf,
  },
  response: featureCollectionOf('TropicalArea', areaProperties, { metadata: outlookMetadata }, shape.text()),
  cache: { seconds },
  errors,
  handle(call, context) {
    const { basin } = call.query;
    return replyWithCollection({ ...call, query: { ...call.query, ...onePage } }, context, {
      path: '/tropical/outlook',
      dataSets: ['tropical-outlook'],
      seconds,
      async find({ asOf: moment }, db) {
        const outlooks = await db.tropicalOutlooks.search(undefined, moment); // an area may be told in another basin
        const areas = joinAreas(outlooks).filter((area) => basin === undefined || area.basin === basin);
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
    'available, and the position with intensity. `features` is empty if there is no storm.',
  tag,
  query: { ...asOf },
  response: featureCollectionOf('TropicalStorm', stormProperties, {}, shape.text({ example: 'al052026/cone' })),
  cache: { seconds },
  errors,
  handle(call, context) {
    return replyWithCollection({ ...call, query: { ...call.query, ...onePage } }, context, {
      path: '/tropical/storms',
      dataSets: ['tropical'],
      seconds,
      async find({ asOf: moment }, db) {
        const rows = (await db.tropicalStorms.all(moment)).flatMap(stormFeatures);
        return { rows, matched: rows.length };
      },
      feature: (text) => text,
    });
  },
});
