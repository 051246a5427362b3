import { t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { areas } from './draw.ts';
import { overlayData, symbolsOf, type MapSymbol, type Overlay, type Description } from './overlay.ts';
import { alertWords, isWarning } from './warnings.ts';

const limit = 1000;

type ShapeOf = (fips: string) => Geometry | undefined;

/**
 * Alerts for counties and zones, such as watches and advisories.
 *
 * @param shapeOf the outline of a county by its FIPS code
 */
export function countyAlerts(shapeOf: ShapeOf): Overlay {
  return {
    id: 'alerts',
    name: t`All alerts by county`,
    source: 'alerts',
    everySeconds: 60,
    unit: t`counties`,
    moves: true,
    layers: areas('alerts', { fill: 0.45, width: 0.4 }),
    async load({ asOf }) {
      const alerts: Schemas['Alert'][] = [];
      const { isTruncated } = symbolsOf(
        await client.get('/alerts', { limit, as_of: asOf }),
        limit,
        ({ properties }) => {
          if (!isWarning(properties)) alerts.push(properties);
          return undefined;
        },
      );
      return overlayData(() => countySymbols(alerts, shapeOf), isTruncated);
    },
  };
}

/** A symbol for each county, in the colour of its most severe alert. */
export function countySymbols(alerts: Schemas['Alert'][], shapeOf: ShapeOf): MapSymbol[] {
  const byCounty = new Map<string, Description[]>();
  for (const alert of alerts) {
    const words = alertWords(alert);
    for (const fips of alert.fips) byCounty.set(fips, [...(byCounty.get(fips) ?? []), words]);
  }
  return [...byCounty].flatMap(([fips, words]) => {
    const geometry = shapeOf(fips);
    const [first, ...also] = words.toSorted((one, other) => other.rank - one.rank);
    return geometry ? [{ geometry, ...first, also }] : [];
  });
}
