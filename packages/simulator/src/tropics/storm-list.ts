import { advisoryAt, classOf, type Cyclone } from './cyclone.ts';

const site = 'https://www.nhc.noaa.gov';
const bin = 'AT1';
const minuteMs = 60_000;

/** An advisory number with three digits, as in lists and names of files. */
export const threeDigits = (number: number): string => String(number).padStart(3, '0');

/** The entry of a cyclone in `CurrentStorms.json`, with the products of its advisory. */
export function stormEntry(cyclone: Cyclone, now: number): { entry: object; issuedAt: number } {
  const { issuedAt, number } = advisoryAt(cyclone, now);
  const { lat, lon, windKt, pressureHpa, towardDeg, speedKt } = cyclone.at(issuedAt);
  const issuance = new Date(issuedAt).toISOString();
  const files = { issuance, fileUpdateTime: new Date(issuedAt - 24 * minuteMs).toISOString() };
  const product = { advNum: threeDigits(number), ...files };
  const text = (code: string) => ({ ...product, url: `${site}/text/MIA${code}${bin}.shtml` });
  const [id, upper, advisory] = [cyclone.id, cyclone.id.toUpperCase(), `${threeDigits(number)}adv`];
  const archive = (name: string) => `${site}/gis/forecast/archive/${name}.zip`;
  const kmz = (name: string) => `${site}/storm_graphics/api/${upper}_${name}.kmz`;
  const run = issuance.slice(0, 13).replaceAll(/\D/g, '');
  const winds = `${site}/gis/forecast/archive/${run}_wsp`;
  const entry = {
    id,
    binNumber: bin,
    name: `${cyclone.name} (simulated)`,
    classification: classOf(windKt),
    intensity: String(windKt),
    pressure: String(pressureHpa),
    latitude: `${Math.abs(lat).toFixed(1)}N`,
    longitude: `${Math.abs(lon).toFixed(1)}W`,
    latitudeNumeric: Math.round(lat * 10) / 10,
    longitudeNumeric: Math.round(lon * 10) / 10,
    movementDir: Math.round(towardDeg / 5) * 5,
    movementSpeed: Math.round(speedKt * 1.15078), // mph
    lastUpdate: issuance,
    publicAdvisory: text('TCP'),
    forecastAdvisory: text('TCM'),
    windSpeedProbabilities: text('PWS'),
    forecastDiscussion: text('TCD'),
    forecastGraphics: { ...product, url: `${site}/graphics_at1.shtml` },
    forecastTrack: { ...product, zipFile: archive(`${id}_5day_${threeDigits(number)}`), kmzFile: kmz(`${advisory}_TRACK`) },
    windWatchesWarnings: null,
    trackCone: { ...product, zipFile: archive(`${id}_5day_${threeDigits(number)}`), kmzFile: kmz(`${advisory}_CONE`) },
    initialWindExtent: { ...product, zipFile: archive(`${id}_fcst_${threeDigits(number)}`), kmzFile: kmz(`initialradii_${advisory}`) },
    forecastWindRadiiGIS: { ...product, zipFile: archive(`${id}_fcst_${threeDigits(number)}`), kmzFile: kmz(`forecastradii_${advisory}`) },
    bestTrackGIS: {
      ...files,
      zipFile: `${site}/gis/best_track/${id}_best_track.zip`,
      kmzFile: `${site}/gis/best_track/${id}_best_track.kmz`,
    },
    earliestArrivalTimeTSWindsGIS: { ...product, kmzFile: kmz(`${advisory}_earliest_reasonable_toa_34`) },
    mostLikelyTimeTSWindsGIS: { ...product, kmzFile: kmz(`${advisory}_most_likely_toa_34`) },
    windSpeedProbabilitiesGIS: {
      ...files,
      zipFile5km: `${winds}_120hr5km.zip`,
      zipFile0p5deg: `${winds}_120hrhalfDeg.zip`,
      kmzFile34kt: `${winds}34knt120hr_5km.kmz`,
      kmzFile50kt: `${winds}50knt120hr_5km.kmz`,
      kmzFile64kt: `${winds}64knt120hr_5km.kmz`,
    },
    stormSurgeWatchWarningGIS: null,
    potentialStormSurgeFloodingGIS: null,
    peakSurgeKML: null,
  }; // prettier-ignore
  return { entry, issuedAt };
}
