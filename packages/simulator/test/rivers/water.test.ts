import { expect } from 'chai';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { detailPage, forecastPage, listEntry } from '../../src/rivers/documents.ts';
import { openRain, openRivers, rainIntervalMs } from '../../src/rivers/water.ts';

const seed = 11;
const now = Date.parse('2026-05-20T21:07:00Z');
const rivers = openRivers(seed);
const { gauges } = rivers;
const inService = gauges.filter(({ outOfService }) => !outOfService);
const seen = (gauge: (typeof gauges)[number], at = now) => ({
  gauge,
  observed: rivers.observed(gauge, at),
  forecast: rivers.forecast(gauge, at),
  now: at,
});

describe('the rivers of a seed', () => {
  it('do not depend on the order of requests', () => {
    const others = openRivers(seed);
    for (const gauge of gauges.toReversed()) {
      expect(others.forecast(gauge, now)).to.deep.equal(rivers.forecast(gauge, now));
      expect(others.observed(gauge, now)).to.deep.equal(rivers.observed(gauge, now));
    }
    const [elsewhere] = openRivers(12).gauges;
    expect(elsewhere.rating).to.not.deep.equal(gauges[0].rating);
  });

  it('have about a hundred gauges with unique names, most of them in service', () => {
    expect(gauges.length).to.be.within(60, 160);
    expect(new Set(gauges.map(({ lid }) => lid)).size).to.equal(gauges.length);
    for (const { lid, name } of gauges) {
      expect(lid).to.match(/^SIM[A-Z]{2}$/);
      expect(name).to.match(/^[A-Z].* (at|near) .* \(SIMULATED\)$/);
    }
    expect(gauges.length - inService.length).to.be.within(1, 8);
  });

  it('are low without rain and rise with the rain on their catchment', () => {
    const rain = openRain(seed);
    const fallen = (reach: number) =>
      Array.from({ length: 36 }, (_, i) => rain(Math.floor(now / rainIntervalMs) - i)[reach]).reduce(
        (a, b) => a + b,
        0,
      );
    const full = (gauge: (typeof gauges)[number]) => {
      const { low, banks } = gauge.rating;
      return (rivers.observed(gauge, now)!.stage - low.stage) / (banks.stage - low.stage);
    };
    const land = inService.map((gauge) => ({
      full: full(gauge),
      rain: gauge.above.reduce((sum, i) => sum + fallen(i), 0),
    }));
    const wet = land.filter((one) => one.rain > 60);
    const dry = land.filter((one) => one.rain === 0);
    const mean = (list: typeof land) => list.reduce((sum, one) => sum + one.full, 0) / list.length;
    expect([wet.length, dry.length].map((count) => count > 5)).to.deep.equal([true, true]);
    expect(mean(wet)).to.be.above(mean(dry) + 0.3);
  });

  it('rise and fall continuously', () => {
    const hours = Array.from({ length: 25 }, (_, i) => now + i * hourMs);
    const stages = hours.map((at) => inService.map((gauge) => rivers.observed(gauge, at)!.stage));
    const series = inService.map((_, gauge) => stages.map((all) => all[gauge]));
    const [wildest] = series.toSorted((a, b) => Math.max(...b) - b[0] - Math.max(...a) + a[0]);
    const top = wildest.indexOf(Math.max(...wildest));
    expect(Math.max(...wildest) - wildest[0]).to.be.above(3);
    expect(wildest.at(-1)).to.be.below(wildest[top]);
    for (const [i, stage] of wildest.slice(1).entries()) expect(Math.abs(stage - wildest[i])).to.be.below(6);
  });

  it('are forecast from past and expected rain, and are low again after five days', () => {
    const forecast = inService.filter(({ hasForecast }) => hasForecast);
    expect(forecast.length).to.be.above(30);
    for (const gauge of forecast) {
      const { issuedAt, points } = rivers.forecast(gauge, now)!;
      expect((now - issuedAt) / hourMs).to.be.within(0, 6);
      expect(points.map(({ at }) => (at - points[0].at) / hourMs / 6)).to.deep.equal(points.map((_, i) => i));
      // The first point lies in the near future, for which most of the rain has fallen.
      const then = rivers.observed(gauge, points[0].at + 5 * minuteMs)!;
      expect(Math.abs(then.stage - points[0].stage)).to.be.below(3.5);
      expect(points.at(-1)!.stage).to.be.closeTo(gauge.rating.low.stage, 0.01);
    }
  });
});

describe('the documents about rivers', () => {
  interface State {
    primary: number;
    primaryUnit: string;
    floodCategory: string;
    validTime: string;
  }
  const entries = inService.map((gauge) => ({
    gauge,
    entry: listEntry(seen(gauge)) as { status: { observed: State; forecast: State } },
    detail: detailPage(seen(gauge)) as { flood: { categories: Record<string, { stage: number }> } },
  }));

  it('give each gauge the flood category of its stage', () => {
    const found = new Set<string>();
    for (const { gauge, entry, detail } of entries) {
      const { primary, primaryUnit, floodCategory } = entry.status.observed;
      found.add(floodCategory);
      if (primaryUnit !== 'ft') continue;
      const { categories } = detail.flood;
      const reached = Object.entries(categories).filter(([, { stage }]) => stage !== -9999 && primary >= stage);
      const expected = gauge.floods === null ? 'not_defined' : (reached.at(-1)?.[0] ?? 'no_flooding');
      expect([gauge.lid, floodCategory]).to.deep.equal([gauge.lid, expected]);
    }
    expect([...found]).to.include.members(['no_flooding', 'not_defined', 'minor']);
  });

  it('list the highest stage of the forecast', () => {
    const told = entries.filter(({ gauge }) => gauge.hasForecast);
    for (const { gauge, entry } of told) {
      const { data } = forecastPage(seen(gauge)) as { data: { primary: number; validTime: string }[] };
      expect(entry.status.forecast.primary).to.equal(Math.max(...data.map(({ primary }) => primary)));
    }
  });

  it('have an old time, or none, for a gauge out of service', () => {
    for (const gauge of gauges.filter(({ outOfService }) => outOfService)) {
      const { observed } = (listEntry(seen(gauge)) as { status: { observed: State } }).status;
      expect([observed.primary, observed.floodCategory]).to.deep.equal([-999, 'obs_not_current']);
      expect(Date.parse(observed.validTime)).to.be.below(now - 8 * 24 * hourMs);
    }
  });
});
