import { distanceM, type Point } from '@severe/geo';

/** A forecast office of the National Weather Service. */
export interface Office extends Point {
  /** Three letters, as in all `wfo` fields. */
  id: string;
  /** Four letters, as in bulletins and at api.weather.gov. */
  icao: string;
  /** Name of the place or places. */
  name: string;
  /** State of its location; its area can include other states. */
  state: string;
}

/** Offices whose four letters are not K followed by their three letters. */
const exceptions: Readonly<Record<string, string>> = {
  AFC: 'PAFC',
  AFG: 'PAFG',
  AJK: 'PAJK',
  HFO: 'PHFO',
  GUM: 'PGUM',
  PPG: 'NSTU',
  SJU: 'TJSJ',
};

/** Every forecast office, ordered by id, with its position to about one kilometre. */
export const offices: Office[] = (
  [
    ['ABQ', 'Albuquerque', 'NM', 35.04, -106.62],
    ['ABR', 'Aberdeen', 'SD', 45.46, -98.41],
    ['AFC', 'Anchorage', 'AK', 61.16, -149.98],
    ['AFG', 'Fairbanks', 'AK', 64.86, -147.84],
    ['AJK', 'Juneau', 'AK', 58.37, -134.58],
    ['AKQ', 'Wakefield', 'VA', 36.98, -77.01],
    ['ALY', 'Albany', 'NY', 42.69, -73.83],
    ['AMA', 'Amarillo', 'TX', 35.23, -101.71],
    ['APX', 'Gaylord', 'MI', 44.91, -84.72],
    ['ARX', 'La Crosse', 'WI', 43.82, -91.19],
    ['BGM', 'Binghamton', 'NY', 42.21, -75.98],
    ['BIS', 'Bismarck', 'ND', 46.77, -100.76],
    ['BMX', 'Birmingham', 'AL', 33.17, -86.77],
    ['BOI', 'Boise', 'ID', 43.57, -116.21],
    ['BOU', 'Denver/Boulder', 'CO', 39.99, -105.26],
    ['BOX', 'Boston/Norton', 'MA', 41.96, -71.14],
    ['BRO', 'Brownsville', 'TX', 25.92, -97.42],
    ['BTV', 'Burlington', 'VT', 44.47, -73.15],
    ['BUF', 'Buffalo', 'NY', 42.94, -78.72],
    ['BYZ', 'Billings', 'MT', 45.75, -108.57],
    ['CAE', 'Columbia', 'SC', 33.95, -81.12],
    ['CAR', 'Caribou', 'ME', 46.87, -68.01],
    ['CHS', 'Charleston', 'SC', 32.9, -80.03],
    ['CLE', 'Cleveland', 'OH', 41.41, -81.86],
    ['CRP', 'Corpus Christi', 'TX', 27.78, -97.51],
    ['CTP', 'State College', 'PA', 40.79, -77.86],
    ['CYS', 'Cheyenne', 'WY', 41.15, -104.81],
    ['DDC', 'Dodge City', 'KS', 37.76, -99.97],
    ['DLH', 'Duluth', 'MN', 46.84, -92.21],
    ['DMX', 'Des Moines', 'IA', 41.73, -93.72],
    ['DTX', 'Detroit/Pontiac', 'MI', 42.7, -83.47],
    ['DVN', 'Quad Cities', 'IA', 41.61, -90.58],
    ['EAX', 'Kansas City/Pleasant Hill', 'MO', 38.81, -94.26],
    ['EKA', 'Eureka', 'CA', 40.81, -124.16],
    ['EPZ', 'El Paso/Santa Teresa', 'NM', 31.87, -106.7],
    ['EWX', 'Austin/San Antonio', 'TX', 29.7, -98.03],
    ['FFC', 'Peachtree City', 'GA', 33.36, -84.57],
    ['FGF', 'Grand Forks', 'ND', 47.92, -97.1],
    ['FGZ', 'Flagstaff', 'AZ', 35.23, -111.82],
    ['FSD', 'Sioux Falls', 'SD', 43.59, -96.73],
    ['FWD', 'Fort Worth/Dallas', 'TX', 32.83, -97.3],
    ['GGW', 'Glasgow', 'MT', 48.21, -106.62],
    ['GID', 'Hastings', 'NE', 40.65, -98.38],
    ['GJT', 'Grand Junction', 'CO', 39.12, -108.53],
    ['GLD', 'Goodland', 'KS', 39.37, -101.7],
    ['GRB', 'Green Bay', 'WI', 44.5, -88.11],
    ['GRR', 'Grand Rapids', 'MI', 42.89, -85.54],
    ['GSP', 'Greenville-Spartanburg', 'SC', 34.88, -82.22],
    ['GUM', 'Guam', 'GU', 13.48, 144.8],
    ['GYX', 'Gray/Portland', 'ME', 43.89, -70.26],
    ['HFO', 'Honolulu', 'HI', 21.3, -157.82],
    ['HGX', 'Houston/Galveston', 'TX', 29.47, -95.08],
    ['HNX', 'Hanford', 'CA', 36.31, -119.63],
    ['HUN', 'Huntsville', 'AL', 34.72, -86.64],
    ['ICT', 'Wichita', 'KS', 37.65, -97.44],
    ['ILM', 'Wilmington', 'NC', 34.28, -77.91],
    ['ILN', 'Wilmington', 'OH', 39.42, -83.82],
    ['ILX', 'Lincoln', 'IL', 40.15, -89.34],
    ['IND', 'Indianapolis', 'IN', 39.71, -86.28],
    ['IWX', 'Northern Indiana', 'IN', 41.36, -85.7],
    ['JAN', 'Jackson', 'MS', 32.32, -90.08],
    ['JAX', 'Jacksonville', 'FL', 30.48, -81.7],
    ['JKL', 'Jackson', 'KY', 37.59, -83.31],
    ['KEY', 'Key West', 'FL', 24.55, -81.79],
    ['LBF', 'North Platte', 'NE', 41.13, -100.68],
    ['LCH', 'Lake Charles', 'LA', 30.13, -93.22],
    ['LIX', 'New Orleans/Baton Rouge', 'LA', 30.34, -89.83],
    ['LKN', 'Elko', 'NV', 40.86, -115.74],
    ['LMK', 'Louisville', 'KY', 38.12, -85.65],
    ['LOT', 'Chicago', 'IL', 41.6, -88.08],
    ['LOX', 'Los Angeles/Oxnard', 'CA', 34.21, -119.14],
    ['LSX', 'St. Louis', 'MO', 38.7, -90.68],
    ['LUB', 'Lubbock', 'TX', 33.53, -101.87],
    ['LWX', 'Baltimore/Washington', 'VA', 38.98, -77.49],
    ['LZK', 'Little Rock', 'AR', 34.83, -92.26],
    ['MAF', 'Midland/Odessa', 'TX', 31.94, -102.19],
    ['MEG', 'Memphis', 'TN', 35.13, -89.8],
    ['MFL', 'Miami', 'FL', 25.75, -80.38],
    ['MFR', 'Medford', 'OR', 42.38, -122.88],
    ['MHX', 'Newport/Morehead City', 'NC', 34.78, -76.88],
    ['MKX', 'Milwaukee/Sullivan', 'WI', 42.97, -88.55],
    ['MLB', 'Melbourne', 'FL', 28.11, -80.65],
    ['MOB', 'Mobile/Pensacola', 'AL', 30.68, -88.24],
    ['MPX', 'Twin Cities/Chanhassen', 'MN', 44.85, -93.57],
    ['MQT', 'Marquette', 'MI', 46.53, -87.55],
    ['MRX', 'Morristown', 'TN', 36.17, -83.4],
    ['MSO', 'Missoula', 'MT', 46.92, -114.09],
    ['MTR', 'San Francisco Bay Area', 'CA', 36.59, -121.86],
    ['OAX', 'Omaha/Valley', 'NE', 41.32, -96.37],
    ['OHX', 'Nashville', 'TN', 36.25, -86.56],
    ['OKX', 'New York', 'NY', 40.87, -72.86],
    ['OTX', 'Spokane', 'WA', 47.68, -117.63],
    ['OUN', 'Norman', 'OK', 35.18, -97.44],
    ['PAH', 'Paducah', 'KY', 37.07, -88.77],
    ['PBZ', 'Pittsburgh', 'PA', 40.53, -80.22],
    ['PDT', 'Pendleton', 'OR', 45.69, -118.85],
    ['PHI', 'Philadelphia/Mount Holly', 'NJ', 40.01, -74.82],
    ['PIH', 'Pocatello', 'ID', 42.91, -112.59],
    ['PPG', 'Pago Pago', 'AS', -14.33, -170.71],
    ['PQR', 'Portland', 'OR', 45.56, -122.54],
    ['PSR', 'Phoenix', 'AZ', 33.44, -111.95],
    ['PUB', 'Pueblo', 'CO', 38.28, -104.52],
    ['RAH', 'Raleigh', 'NC', 35.77, -78.68],
    ['REV', 'Reno', 'NV', 39.57, -119.8],
    ['RIW', 'Riverton', 'WY', 43.07, -108.48],
    ['RLX', 'Charleston', 'WV', 38.31, -81.72],
    ['RNK', 'Blacksburg', 'VA', 37.2, -80.41],
    ['SEW', 'Seattle', 'WA', 47.69, -122.26],
    ['SGF', 'Springfield', 'MO', 37.24, -93.39],
    ['SGX', 'San Diego', 'CA', 33.02, -117.08],
    ['SHV', 'Shreveport', 'LA', 32.45, -93.83],
    ['SJT', 'San Angelo', 'TX', 31.37, -100.49],
    ['SJU', 'San Juan', 'PR', 18.43, -65.99],
    ['SLC', 'Salt Lake City', 'UT', 40.77, -111.95],
    ['STO', 'Sacramento', 'CA', 38.61, -121.38],
    ['TAE', 'Tallahassee', 'FL', 30.45, -84.3],
    ['TBW', 'Tampa Bay/Ruskin', 'FL', 27.71, -82.4],
    ['TFX', 'Great Falls', 'MT', 47.46, -111.38],
    ['TOP', 'Topeka', 'KS', 39.07, -95.63],
    ['TSA', 'Tulsa', 'OK', 36.15, -95.86],
    ['TWC', 'Tucson', 'AZ', 32.23, -110.96],
    ['UNR', 'Rapid City', 'SD', 44.07, -103.21],
    ['VEF', 'Las Vegas', 'NV', 36.05, -115.18],
  ] as const
).map(([id, name, state, lat, lon]) => ({ id, icao: exceptions[id] ?? `K${id}`, name, state, lat, lon }));

/** Other names: San Juan has a third one. */
const otherNames: Readonly<Record<string, string>> = { JSJ: 'SJU', TJSJ: 'SJU', NSTU: 'PPG' };

/** The three letters of an office: `koun` and `OUN` give `OUN`. */
export function officeOf(given: string): string {
  const letters = given.toUpperCase();
  return otherNames[letters] ?? letters.slice(-3);
}

/** The office nearest to a point. For most points it is the responsible office; otherwise usually its neighbour. */
export function nearestOffice(point: Point): Office {
  return offices.reduce((best, each) => (distanceM(point, each) < distanceM(point, best) ? each : best));
}
