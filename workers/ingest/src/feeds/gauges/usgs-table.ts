import { addIgnored, emptyReport, type FeedReport, type OtherForm } from '../../feed.ts';
import { stateOfFips } from '../../parse/state.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { isUsgsTable } from './parse-usgs-table.ts';
import { storeGauges } from './store-gauges.ts';

/** Types of sites that are gauges: streams, lakes and estuaries, with their kinds such as `ST-CA`. */
const gaugeType = /^(ST|LK|ES)(-|$)/;

/** Gauges in tables of the site service, with name and position. Their readings come from other services. */
export const usgsTable: OtherForm = {
  about: 'tables of sites of the Geological Survey',
  matches: isUsgsTable,
  async store(context, texts) {
    const report: FeedReport = { ...emptyReport(), isResponseValid: true };
    for (const text of texts) {
      const { rows, refused, ignored } = await parseInThread('usgsTable', text);
      report.refused.push(...refused);
      const gauges = rows.filter(({ kind }) => kind === null || gaugeType.test(kind));
      addIgnored(report, { ...ignored, 'no gauge of surface water': rows.length - gauges.length });
      const sites = gauges.map(({ usgsId, name, stateFips, lon, lat }) => ({
        usgsId,
        name,
        state: stateOfFips(stateFips),
        lon,
        lat,
      }));
      await storeGauges(context, sites, report, (some) => context.db.gauges.storeReadings(some, []));
    }
    return report;
  },
};
