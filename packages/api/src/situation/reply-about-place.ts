import type { Point } from '@severe/geo';
import { cacheControl, type Call, type Reply } from '@severe/http';
import type { ApiContext } from '../context.ts';
import { createReply } from '../shared/collection.ts';
import { changeAfter, gather, placeDataSets, placeSeconds, roundedPlace, type Gathered, type Needs } from './gather.ts';

/** An answer about a place. */
interface PlaceAnswer {
  path: string;
  needs: Omit<Needs, 'wanted'>;
  /** The body of the answer: a `Text`, or an object as JSON. */
  present: (gathered: Gathered, place: Point) => Promise<object> | object;
}

type PlaceCall = Pick<Call<any, any>, 'wanted'> & { query: Point & Record<string, unknown> };

/** An answer that people read. */
export class Text {
  readonly media: string;
  readonly text: string;

  constructor(media: string, text: string) {
    this.media = media;
    this.text = text;
  }
}

/**
 * Replies about a place from the response cache. Requests for near-identical places share one answer. It is current while
 * the data are unchanged and no record of it begins or ends.
 */
export function replyAboutPlace(
  { query, wanted: byCaller }: PlaceCall,
  context: ApiContext,
  { path, needs, present }: PlaceAnswer,
): Promise<Reply> {
  const place = roundedPlace(query);
  return context.replyFromCache({
    key: `${path}?${JSON.stringify({ ...query, ...place })}`,
    dataSets: placeDataSets,
    seconds: placeSeconds,
    caller: byCaller(),
    async make(sets, wanted) {
      const gathered = await gather(place, context, { ...needs, wanted });
      const presented = await present(gathered, place);
      const isText = presented instanceof Text;
      const { now } = gathered.assessment.situation;
      const change = changeAfter(gathered.found, now);
      const seconds = Math.max(1, Math.floor((change.getTime() - now.getTime()) / 1000));
      const headers: Record<string, string> =
        seconds < placeSeconds ? { 'Cache-Control': cacheControl({ seconds }) } : {};
      const body = isText ? presented.text : JSON.stringify(presented);
      const media = isText ? presented.media : 'application/json';
      return createReply(body, media, sets, headers, () => context.clock() < change);
    },
  });
}
