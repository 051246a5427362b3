import { formatTime } from '@severe/base';
import type { Bulletin } from '@severe/db';
import { shape, type Call, type Reply, type TypeOf } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { createReply } from '../../shared/collection.ts';
import { officeFinder, officeQuery } from './office-query.ts';

const bulletinShape = shape.named(
  'Bulletin',
  shape.object({
    id: shape.text({ about: 'Identifier, assigned by the provider.' }),
    wmo: shape.text({ about: 'Start of the WMO heading, `TTAAii`: data type and region.', example: 'FXUS64' }),
    issued: shape.time(),
    text: shape.text({ about: 'Full text, including the heading.' }),
  }),
);

const office = shape.nullable(
  shape.text({
    about: 'The requested office, or the office of the point; null if there is none.',
    example: 'OUN',
  }),
);

/** Maximum cache time. */
const seconds = 60;
const tag = 'Bulletins';
const errors = { 503: 'The database is unavailable.' };

/** GET /afd */
export const getAfd = endpoint({
  path: '/afd',
  summary: 'The newest area forecast discussion of an office.',
  description: '`afd` is null if none is stored.',
  tag,
  query: officeQuery,
  response: shape.named('ForecastDiscussion', shape.object({ office, afd: shape.nullable(bulletinShape) })),
  cache: { seconds },
  errors,
  handle: (call, context) => replyWithNewest(call, context, 'afd'),
});

/** GET /hwo */
export const getHwo = endpoint({
  path: '/hwo',
  summary: 'The newest hazardous weather outlook of an office.',
  description: '`hwo` is null if none is stored. Not every office issues this product.',
  tag,
  query: officeQuery,
  response: shape.named('HazardousWeatherOutlook', shape.object({ office, hwo: shape.nullable(bulletinShape) })),
  cache: { seconds },
  errors,
  handle: (call, context) => replyWithNewest(call, context, 'hwo'),
});

/** Replies with the newest text product of the requested office, from the response cache. */
function replyWithNewest(
  call: Call<any, typeof officeQuery>,
  context: ApiContext,
  product: 'afd' | 'hwo',
): Promise<Reply> {
  const findOffice = officeFinder(call.query);
  return context.replyFromCache({
    key: `/${product}?${call.canonicalQuery()}`,
    dataSets: ['text', 'zones'],
    seconds,
    async make(dataSets) {
      const officeId = await findOffice(context);
      const newest = officeId === null ? undefined : await context.db.bulletins.newest(product.toUpperCase(), officeId);
      const body = { office: officeId, [product]: newest ? presentBulletin(newest) : null };
      return createReply(JSON.stringify(body), 'application/json', dataSets);
    },
  });
}

function presentBulletin({ id, wmo, issuedAt, text }: Bulletin): TypeOf<typeof bulletinShape> {
  return { id, wmo, issued: formatTime(issuedAt), text };
}
