import { formatTime } from '@severe/base';
import type { ReportRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { reportProperties } from './schema.ts';

/** Properties of a report feature. */
export function presentReport(report: ReportRow): TypeOf<typeof reportProperties> {
  const { id, type, source, magnitude, units, at, receivedAt, place, county, state, wfo, remarks, qualifier } = report;
  return {
    id,
    type,
    source,
    magnitude,
    units,
    time: formatTime(at),
    received: receivedAt && formatTime(receivedAt),
    place,
    county,
    state,
    wfo,
    remarks,
    qualifier,
  };
}
