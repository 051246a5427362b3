import { expect } from 'chai';
import { openCenterArchive } from '../../src/center/archive.ts';
import { openFutureEvents } from '../../src/center/future-events.ts';
import { openOutlooks } from '../../src/center/outlooks.ts';
import type { ReportArchive } from '../../src/reports/archive.ts';
import { stormCenter } from '../../src/server/storm-center.ts';

const seed = 2;

describe('the simulated Storm Prediction Center', () => {
  const outlooks = openOutlooks(openFutureEvents(seed));
  const { routes } = stormCenter({} as ReportArchive, openCenterArchive(seed), outlooks);
  const page = (path: string, now: string) => {
    for (const route of routes) {
      const found = route.path.exec(path);
      if (found) return route.page(found.slice(1), new URLSearchParams(), Date.parse(now));
    }
    return undefined;
  };

  it('keeps the outlooks of day 1 in an archive, by their times of issue', () => {
    const archived = 'products/outlook/archive/2026/day1otlk_20261123_0100_cat.lyr.geojson';
    const night = page(archived, '2026-11-23T07:00:00Z');
    expect(night).to.deep.equal(page('products/outlook/day1otlk_cat.lyr.geojson', '2026-11-23T01:30:00Z'));
    expect(page(archived, '2026-11-23T00:59:00Z'), 'not issued yet').to.equal(undefined);
    expect(page(archived.replace('_0100_', '_0200_'), '2026-11-23T07:00:00Z'), 'no such issue').to.equal(undefined);
  });
});
