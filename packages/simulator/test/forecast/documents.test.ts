import { areaHolds } from '@severe/geo';
import { expect } from 'chai';
import { parseGridForecast, parsePeriods, parseGridPoint } from '@severe/ingest/testing/parsers';
import { openFutureEvents } from '../../src/center/future-events.ts';
import { hourMs } from '../../src/model/plane.ts';
import { forecastRoutes } from '../../src/server/forecast-routes.ts';

const seed = 11;
const now = Date.parse('2026-05-20T17:20:00Z');
const routes = forecastRoutes(seed, openFutureEvents(seed));

function get(path: string): string | undefined {
  for (const route of routes) {
    const match = route.path.exec(path);
    if (match) return route.page(match.slice(1), new URLSearchParams(), now)?.body;
  }
  return undefined;
}

describe('the forecast of a place', () => {
  const point = parseGridPoint(get('points/35.2226,-97.4395')!);
  const address = `gridpoints/${point.gridId}/${point.gridX},${point.gridY}`;

  it('is that of a cell which holds it, of the office that is nearest', () => {
    expect([point.gridId, point.timezone, point.county]).to.deep.equal(['OUN', 'America/Chicago', 'OKC027']);
    const { area } = parseGridForecast(get(address)!);
    expect(areaHolds(area!, [-97.4395, 35.2226])).to.equal(true);
  });

  it('has every hour of six days, equal in layers and in periods', () => {
    const layers = parseGridForecast(get(address)!);
    const periods = parsePeriods(get(`${address}/forecast/hourly`)!);
    expect(layers.hours).to.have.length(156);
    expect(layers.hours[0].at.getTime()).to.equal(Math.floor(now / hourMs) * hourMs);
    for (const [i, told] of layers.hours.entries()) {
      expect(told.at).to.deep.equal(periods.hours[i].at);
      expect(told.temperatureC).to.be.closeTo(periods.hours[i].temperatureC!, 0.35); // whole degrees Fahrenheit
      expect(told.windGustMps).to.be.at.least(told.windSpeedMps! - 0.05);
    }
    const afternoon = layers.hours.find(({ at }) => at.getUTCHours() === 21)!;
    const morning = layers.hours.find(({ at }) => at.getUTCHours() === 11)!;
    expect(afternoon.temperatureC).to.be.above(morning.temperatureC! + 3);
    expect(Math.max(...layers.hours.map(({ precipProbabilityPct }) => precipProbabilityPct!))).to.be.above(20);
  });

  it('is not there off the grid, nor under another office', () => {
    expect(get('points/51.5,-0.1')).to.equal(undefined);
    expect(get(`gridpoints/MIA/${point.gridX},${point.gridY}`)).to.equal(undefined);
    expect(get('gridpoints/OUN/9999,9999')).to.equal(undefined);
  });
});
