import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { areas } from './draw.ts';
import { marksOf, type Mark, type Overlay, type Words } from './overlay.ts';
import { alertWords, isWarning } from './warnings.ts';

const limit = 1000;

type ShapeOf = (fips: string) => Geometry | undefined;

/**
 * Watches and advisories, which are issued for counties and zones.
 *
 * @param shapeOf the outline of a county by its FIPS code
 */
export function countyAlerts(shapeOf: ShapeOf): Overlay {
  return {
    id: 'alerts',
    name: 'All alerts by county',
    source: 'alerts',
    everySeconds: 60,
    unit: 'counties',
    layers: areas('alerts', { fill: 0.45, width: 0.4 }),
    async ask() {
      const alerts: Schemas['Alert'][] = [];
      const { isCut } = marksOf(await client.get('/alerts', { limit }), limit, ({ properties }) => {
        if (!isWarning(properties)) alerts.push(properties);
        return undefined;
      });
      return { marks: countyMarks(alerts, shapeOf), isCut };
    },
  };
}

/** A mark for each county, in the colour of the gravest alert that holds there. */
export function countyMarks(alerts: Schemas['Alert'][], shapeOf: ShapeOf): Mark[] {
  const holding = new Map<string, Words[]>();
  for (const alert of alerts) {
    const words = alertWords(alert);
    for (const fips of alert.fips) holding.set(fips, [...(holding.get(fips) ?? []), words]);
  }
  return [...holding].flatMap(([fips, words]) => {
    const geometry = shapeOf(fips);
    const [gravest, ...also] = words.toSorted((one, other) => other.rank - one.rank);
    return geometry ? [{ geometry, ...gravest, also }] : [];
  });
}
