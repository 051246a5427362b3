import { formatTime } from '@severe/base';
import type { WatchRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { watchProperties } from './schema.ts';

/** Properties of a watch feature. A watch is reported as expired even before the database marks it. */
export function presentWatch(watch: WatchRow, now: Date): TypeOf<typeof watchProperties> {
  const { id, number, year, type, pds, maxHailIn, maxWindKt, status, states, counties, url, probabilities } = watch;
  return {
    id,
    number,
    year,
    type,
    pds,
    max_hail_in: maxHailIn,
    max_wind_kt: maxWindKt,
    issued: formatTime(watch.issuedAt),
    expires: formatTime(watch.expiresAt),
    status: status === 'active' && watch.expiresAt <= now ? 'expired' : status,
    states,
    counties,
    probabilities: probabilities && {
      hail_10_or_more: probabilities.hail10OrMore,
      wind_10_or_more: probabilities.wind10OrMore,
      tornado_2_or_more: probabilities.tornado2OrMore,
      hail_2in_1_or_more: probabilities.hail2in1OrMore,
      hail_wind_6_or_more: probabilities.hailWind6OrMore,
      wind_65kt_1_or_more: probabilities.wind65kt1OrMore,
      tornado_strong_1_or_more: probabilities.tornadoStrong1OrMore,
    },
    url,
  };
}
