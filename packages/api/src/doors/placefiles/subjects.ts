import { minuteMs } from '@severe/async';
import { formatTime } from '@severe/base';
import type { Endpoint } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { listAlerts } from '../../resources/alerts/endpoints.ts';
import { listGauges } from '../../resources/gauges/endpoints.ts';
import { listLightning } from '../../resources/lightning/endpoints.ts';
import { listReports } from '../../resources/reports/endpoints.ts';
import { listStormCells } from '../../resources/storm-cells/endpoints.ts';
import { listWatches } from '../../resources/watches/endpoints.ts';
import type { ListedFeature } from '../features-of.ts';
import { drawAlert, drawCell, drawFlash, drawGauge, drawReport, drawWatch, reportHours, type Drawn } from './draw.ts';
import { timeRange } from './statements.ts';

/** What a placefile shows. */
interface Subject {
  title: string;
  list: Endpoint<ApiContext>;
  /** Its query, without the place. */
  search: (now: Date) => string;
  /** Its source in `/meta/sources`. */
  source: string;
  refreshSeconds: number;
  /** Width of the view in nautical miles above which nothing is shown. */
  threshold: number;
  /** Statements of a feature that has a place. */
  draw: (feature: ListedFeature<any> & { geometry: object }) => Drawn;
}

const most = 'limit=1000';

export const subjects = {
  warnings: { title: 'Warnings', list: listAlerts, search: () => most, source: 'alerts', refreshSeconds: 30, threshold: 999, draw: drawAlert }, // prettier-ignore
  watches: { title: 'Watches', list: listWatches, search: () => most, source: 'watches', refreshSeconds: 60, threshold: 999, draw: drawWatch }, // prettier-ignore
  reports: {
    title: `Storm reports of ${reportHours} hours`,
    list: listReports,
    search: (now) => `start=${formatTime(new Date(Math.floor(now.getTime() / minuteMs) * minuteMs - reportHours * 60 * minuteMs))}&${most}`, // prettier-ignore
    source: 'reports',
    refreshSeconds: 60,
    threshold: 400,
    draw: drawReport,
  },
  lightning: { title: 'Lightning of 10 minutes', list: listLightning, search: () => 'minutes=10&limit=3000', source: 'lightning', refreshSeconds: 30, threshold: 250, draw: drawFlash }, // prettier-ignore
  storms: { title: 'Storm cells', list: listStormCells, search: () => most, source: 'radar', refreshSeconds: 60, threshold: 300, draw: drawCell }, // prettier-ignore
  gauges: { title: 'River gauges in flood', list: listGauges, search: () => `above_flood=true&${most}`, source: 'gauges', refreshSeconds: 300, threshold: 300, draw: drawGauge }, // prettier-ignore
} satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

/**
 * The statements of a feature; empty for one without a place: the zones of an alert could cover all that the radar sees.
 *
 * @param timed whether the program shows past images by time
 */
export function statementsOf(draw: Subject['draw'], { geometry, ...rest }: ListedFeature, timed: boolean): string {
  if (!geometry) return '';
  const { from, to, statements } = draw({ geometry, ...rest });
  return (timed && from && to ? timeRange(from, to) : '') + statements;
}
