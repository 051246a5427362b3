import { DataError } from '@severe/base';
import { states } from '@severe/catalogue';
import type { NewReading, NewSite } from '@severe/db';
import { parseApart } from '../../apart/apart.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { newestReadings } from './readings.ts';
import { hasCome, recordNewest, takeSome } from './take.ts';

/** Streams, lakes and estuaries; what has changed in two hours, so that an outage of one is filled in. */
const values = (state: string): string =>
  'https://waterservices.usgs.gov/nwis/iv/?format=json' +
  `&stateCd=${state}&parameterCd=00060,00065,00010&siteType=ST,LK,ES&siteStatus=active&modifiedSince=PT2H`;

/** The largest states have some thousand gauges, of four kilobytes each. */
const largestAnswer = 64 << 20;

/** Every state comes round in this time. */
const roundSeconds = 900;

/**
 * Water as the Geological Survey measures it, a state a run: the first round at once, then evenly, so that a state that
 * fails holds up no other.
 */
export function createUsgsGauges(): Feed {
  let next = 0;

  return {
    id: 'usgs-gauges',
    source: 'gauges',
    about: 'Stage, flow and temperature of rivers, from the Geological Survey',
    everySeconds: Math.floor(roundSeconds / states.length),
    standsBackSeconds: 90, // counties come first: by their shapes a gauge is of a state
    async run(context) {
      const report = { ...emptyReport(), sound: true };
      const state = states[next++ % states.length].code.toLowerCase();
      report.more = next < states.length;
      const text = await context.fetcher.text(values(state), { maxBytes: largestAnswer, timeoutMs: 60_000 });
      if (text === undefined) return report; // that is how it says that a state has none
      const { rows, refused } = await parseApart('usgsReadings', text);
      if (rows.length === 0 && refused.length > 0) throw new DataError('gauges', refused[0].why);
      report.refused.push(...refused);
      const { sites, readings } = newestReadings(rows.filter(({ at }) => hasCome(at, context)));
      const siteOf = new Map(sites.map((site) => [site.usgsId, site]));
      await takeSome(context, readings, report, (some) => context.db.gauges.read(sitesOf(some, siteOf), some));
      await recordNewest(
        context,
        readings.flatMap(({ stageAt, dischargeAt, waterTempAt }) => [stageAt, dischargeAt, waterTempAt]),
      );
      return report;
    },
  };
}

function sitesOf(readings: NewReading[], siteOf: Map<string, NewSite>): NewSite[] {
  return readings.flatMap(({ usgsId }) => (usgsId === null ? [] : (siteOf.get(usgsId) ?? [])));
}
