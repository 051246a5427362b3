import { documentFault, isObject, type Json } from './documents.ts';
import type { Fault } from './fault.ts';

/** Alerts of the worst day imaginable. */
const manyAlerts = 10_000;

const newId = (n: number): string => `urn:oid:2.49.0.1.840.0.${String(n).padStart(40, '0')}.001.1`;

/** The features of a list of alerts; undefined for any other document. */
function alertsOf(document: unknown): (Json & { properties: Json })[] | undefined {
  if (!isObject(document) || !Array.isArray(document.features) || document.features.length === 0) return undefined;
  const [first] = document.features as Json[];
  return isObject(first.properties) && first.properties['@type'] === 'wx:Alert'
    ? (document.features as (Json & { properties: Json })[])
    : undefined;
}

/** A copy as another event: with an identifier of its own, and another event number in its VTEC. */
function copyOf(feature: Json & { properties: Json }, n: number): Json & { properties: Json } {
  const copy = structuredClone(feature);
  const id = newId(n);
  const parameters = isObject(copy.properties.parameters) ? copy.properties.parameters : {};
  const vtec = Array.isArray(parameters.VTEC) ? (parameters.VTEC as string[]) : [];
  const renumbered = vtec.map((code) => code.replace(/\.(\d{4})\.(?=\d{6}T)/, `.${String(n % 10_000).padStart(4, '0')}.`).replace(/\.[A-Z]{4}\./, '.KSIM.')); // prettier-ignore
  Object.assign(copy, { id: `https://api.weather.gov/alerts/${id}` });
  Object.assign(copy.properties, { id, '@id': copy.id, references: [] });
  if (renumbered.length > 0) parameters.VTEC = renumbered;
  return copy;
}

/** Faults of the list of alerts. */
export const alertFaults: Fault[] = [
  documentFault('cancel-first', 'a cancellation before its alert', (document) => {
    const alerts = alertsOf(document);
    if (!alerts) return false;
    const cancel = copyOf(alerts[0], 9999);
    const references = [{ '@id': newId(9998), identifier: newId(9998), sender: 'w-nws.webmaster@noaa.gov' }];
    Object.assign(cancel.properties, { messageType: 'Cancel', references });
    const parameters = cancel.properties.parameters as Json;
    if (Array.isArray(parameters.VTEC)) parameters.VTEC = (parameters.VTEC as string[]).map((code) => code.replace(/^\/O\.\w{3}\./, '/O.CAN.')); // prettier-ignore
    alerts.unshift(cancel);
    return true;
  }),
  documentFault('many-alerts', `${manyAlerts} alerts at once`, (document) => {
    const alerts = alertsOf(document);
    if (!alerts) return false;
    const [first] = alerts;
    for (let n = 0; n < manyAlerts; n++) alerts.push(copyOf(first, n));
    return true;
  }),
];
