import { distanceM } from '@severe/geo';
import { expect } from 'chai';
import { parseIemObservations, parseMetarCache } from '@severe/ingest/testing/parsers';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { stormsAt } from '../../src/model/storms.ts';
import { currentFeature, metarOf } from '../../src/observations/lists.ts';
import { metarTable } from '../../src/observations/metar-table.ts';
import { openObservations } from '../../src/observations/observation.ts';

const seed = 11;
const now = Date.parse('2026-05-20T22:30:00Z');
const observationsAt = openObservations(seed);
const newest = observationsAt(now);

describe('the observations of a seed', () => {
  it('come from every station every twenty minutes, at its own minute, with a delay of three minutes', () => {
    expect(new Set(newest.map(({ station }) => station.id)).size).to.equal(newest.length);
    expect(newest.length).to.be.above(180);
    const ages = newest.map(({ at }) => (now - at) / minuteMs);
    expect([Math.min(...ages), Math.max(...ages)]).to.deep.equal([3, 22]);
    const [first] = newest;
    const after = (minutes: number) => observationsAt(first.at + minutes * minuteMs)[0].at;
    expect([3, 22, 23].map(after)).to.deep.equal([first.at, first.at, first.at + 20 * minuteMs]);
  });

  it('are warm and moist in the Gulf air, and dry behind the dryline', () => {
    const of = (id: string) => newest.find(({ station }) => station.id === id)!;
    expect(of('KSHV').dewpointC).to.be.above(17); // Shreveport
    expect(of('KABQ').dewpointC).to.be.below(5); // Albuquerque
    for (const { temperatureC, dewpointC } of newest) expect(dewpointC).to.be.below(temperatureC);
  });

  it('report thunder only near storms, which cool the air', () => {
    let thunder = 0;
    for (let at = now; at < now + 24 * hourMs; at += 20 * minuteMs) {
      for (const { station, at: time, weather, rainMm, visibilityMi } of observationsAt(at)) {
        expect(rainMm > 0).to.equal(weather !== '');
        if (!weather.includes('TS')) continue;
        thunder++;
        const { cells } = stormsAt(seed, time);
        expect(Math.min(...cells.map(({ position }) => distanceM(position, station)))).to.be.below(90_000);
        expect(visibilityMi).to.be.below(10);
      }
    }
    expect(thunder).to.be.at.least(2);
  });

  it('survive the round trip through METAR', async () => {
    const { rows, refused } = await parseMetarCache(metarTable(newest));
    expect(refused).to.deep.equal([]);
    expect(rows.length).to.equal(newest.length);
    for (const [i, row] of rows.entries()) {
      const { station, at, temperatureC, dewpointC, speedKt, fromDeg } = newest[i];
      expect([row.station, row.at.getTime(), row.temperatureC, row.dewpointC]).to.deep.equal([
        station.id,
        at,
        temperatureC,
        dewpointC,
      ]);
      expect(row.pressureHpa).to.be.closeTo(newest[i].pressureHpa, 0.06);
      expect(row.windSpeedKmh).to.be.closeTo(speedKt * 1.852, 0.1);
      if (speedKt > 0) expect(row.windDirDeg).to.equal(fromDeg);
    }
    expect(metarOf(newest[0])).to.match(/^K[A-Z]{3} 20\d{4}Z .* RMK AO2 SLP\d{3} .*T[01]\d{3}[01]\d{3} SIMULATED$/);
  });

  it('are equal in the Mesonet list', () => {
    const { rows, refused } = parseIemObservations(
      JSON.stringify({ type: 'FeatureCollection', features: newest.map(currentFeature) }),
    );
    expect(refused).to.deep.equal([]);
    for (const [i, row] of rows.entries()) {
      expect(row.station).to.equal(newest[i].station.id);
      expect(row.temperatureC).to.be.closeTo(newest[i].temperatureC, 0.06);
    }
  });
});
