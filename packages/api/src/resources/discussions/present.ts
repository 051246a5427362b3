import { formatTime } from '@severe/base';
import type { DiscussionRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { discussionProperties } from './schema.ts';

/** Properties of a discussion feature. */
export function presentDiscussion(discussion: DiscussionRow, now: Date): TypeOf<typeof discussionProperties> {
  const { id, kind, number, issuedAt, expiresAt, watchConfidence, concerning, wfos, threats, text, url } = discussion;
  return {
    id,
    kind,
    number,
    issued: formatTime(issuedAt),
    expires: formatTime(expiresAt),
    status: expiresAt > now ? 'active' : 'expired',
    watch_confidence: watchConfidence,
    concerning,
    wfos,
    threats: threats && {
      peak_wind_mph: threats.peakWindMph,
      hail_in: threats.hailIn,
      tornado_mph: threats.tornadoMph,
    },
    text,
    url,
  };
}
