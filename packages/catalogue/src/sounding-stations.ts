import type { Point } from '@severe/geo';

/** A station that launches radiosondes. */
export interface SoundingStation {
  /** Three letters, as used by forecasters. */
  id: string;
  /** Four letters, as used in the exchange of soundings. */
  icao: string;
  /** Block and station number of the World Meteorological Organization. */
  wmo: string;
  name: string;
  state: string;
  lat: number;
  lon: number;
}

/**
 * The upper-air stations of the United States and their territories with soundings in this decade. Positions are from
 * version 2 of the Integrated Global Radiosonde Archive (public domain). Other lists give the position of the weather
 * office, which can be far from the launch site.
 *
 * @see https://www.ncei.noaa.gov/pub/data/igra/igra2-station-list.txt
 */
const rows: [id: string, icao: string, wmo: string, name: string, state: string, lat: number, lon: number][] = [
  ['BRW', 'PABR', '70026', 'Utqiagvik', 'AK', 71.2889, -156.7833],
  ['OTZ', 'PAOT', '70133', 'Kotzebue', 'AK', 66.8864, -162.6133],
  ['OME', 'PAOM', '70200', 'Nome', 'AK', 64.5072, -165.4347],
  ['BET', 'PABE', '70219', 'Bethel', 'AK', 60.785, -161.84],
  ['MCG', 'PAMC', '70231', 'McGrath', 'AK', 62.9583, -155.5978],
  ['FAI', 'PAFA', '70261', 'Fairbanks', 'AK', 64.8161, -147.8767],
  ['ANC', 'PANC', '70273', 'Anchorage', 'AK', 61.1567, -149.9864],
  ['SNP', 'PASN', '70308', 'Saint Paul Island', 'AK', 57.15, -170.2167],
  ['CDB', 'PACD', '70316', 'Cold Bay', 'AK', 55.2011, -162.7164],
  ['AKN', 'PAKN', '70326', 'King Salmon', 'AK', 58.6794, -156.6683],
  ['ADQ', 'PADQ', '70350', 'Kodiak', 'AK', 57.7431, -152.4867],
  ['YAK', 'PAYA', '70361', 'Yakutat', 'AK', 59.5167, -139.6667],
  ['ANN', 'PANT', '70398', 'Annette Island', 'AK', 55.0389, -131.5778],
  ['SYA', 'PASY', '70414', 'Shemya', 'AK', 52.7167, 174.1],
  ['KEY', 'KKEY', '72201', 'Key West', 'FL', 24.5531, -81.7886],
  ['MFL', 'KMFL', '72202', 'Miami', 'FL', 25.7544, -80.3831],
  ['JAX', 'KJAX', '72206', 'Jacksonville', 'FL', 30.4839, -81.7011],
  ['CHS', 'KCHS', '72208', 'Charleston', 'SC', 32.895, -80.0275],
  ['TBW', 'KTBW', '72210', 'Tampa Bay', 'FL', 27.7053, -82.4006],
  ['TAE', 'KTAE', '72214', 'Tallahassee', 'FL', 30.4461, -84.2994],
  ['FFC', 'KFFC', '72215', 'Peachtree City', 'GA', 33.3558, -84.5672],
  ['VPS', 'KVPS', '72221', 'Eglin Air Force Base', 'FL', 30.4833, -86.5167],
  ['BMX', 'KBMX', '72230', 'Birmingham', 'AL', 33.1789, -86.7822],
  ['LIX', 'KLIX', '72233', 'Slidell', 'LA', 30.3369, -89.825],
  ['JAN', 'KJAN', '72235', 'Jackson', 'MS', 32.3189, -90.08],
  ['LCH', 'KLCH', '72240', 'Lake Charles', 'LA', 30.1253, -93.2161],
  ['SHV', 'KSHV', '72248', 'Shreveport', 'LA', 32.4511, -93.8414],
  ['FWD', 'KFWD', '72249', 'Fort Worth', 'TX', 32.835, -97.2986],
  ['BRO', 'KBRO', '72250', 'Brownsville', 'TX', 25.9167, -97.4192],
  ['CRP', 'KCRP', '72251', 'Corpus Christi', 'TX', 27.7789, -97.5056],
  ['DRT', 'KDRT', '72261', 'Del Rio', 'TX', 29.3744, -100.9183],
  ['MAF', 'KMAF', '72265', 'Midland', 'TX', 31.9425, -102.1892],
  ['TUS', 'KTUS', '72274', 'Tucson', 'AZ', 32.2278, -110.9558],
  ['NKX', 'KNKX', '72293', 'San Diego', 'CA', 32.8333, -117.1167],
  ['MHX', 'KMHX', '72305', 'Newport', 'NC', 34.7761, -76.8767],
  ['GSO', 'KGSO', '72317', 'Greensboro', 'NC', 36.0981, -79.9428],
  ['RNK', 'KRNK', '72318', 'Blacksburg', 'VA', 37.2039, -80.4142],
  ['OHX', 'KOHX', '72327', 'Nashville', 'TN', 36.2469, -86.5617],
  ['LZK', 'KLZK', '72340', 'Little Rock', 'AR', 34.835, -92.2594],
  ['OUN', 'KOUN', '72357', 'Norman', 'OK', 35.1808, -97.4378],
  ['AMA', 'KAMA', '72363', 'Amarillo', 'TX', 35.2331, -101.7092],
  ['EPZ', 'KEPZ', '72364', 'Santa Teresa', 'NM', 31.8728, -106.6981],
  ['ABQ', 'KABQ', '72365', 'Albuquerque', 'NM', 35.0378, -106.6219],
  ['FGZ', 'KFGZ', '72376', 'Flagstaff', 'AZ', 35.23, -111.8217],
  ['EDW', 'KEDW', '72381', 'Edwards Air Force Base', 'CA', 34.9167, -117.9],
  ['VEF', 'KVEF', '72388', 'Las Vegas', 'NV', 36.05, -115.1833],
  ['VBG', 'KVBG', '72393', 'Vandenberg', 'CA', 34.75, -120.5667],
  ['WAL', 'KWAL', '72402', 'Wallops Island', 'VA', 37.9333, -75.4833],
  ['IAD', 'KIAD', '72403', 'Sterling', 'VA', 38.9767, -77.4858],
  ['ILN', 'KILN', '72426', 'Wilmington', 'OH', 39.4214, -83.8217],
  ['SGF', 'KSGF', '72440', 'Springfield', 'MO', 37.2347, -93.4014],
  ['DDC', 'KDDC', '72451', 'Dodge City', 'KS', 37.7614, -99.9686],
  ['TOP', 'KTOP', '72456', 'Topeka', 'KS', 39.0722, -95.6306],
  ['DNR', 'KDNR', '72469', 'Denver', 'CO', 39.7675, -104.8694],
  ['GJT', 'KGJT', '72476', 'Grand Junction', 'CO', 39.12, -108.525],
  ['REV', 'KREV', '72489', 'Reno', 'NV', 39.5681, -119.7967],
  ['OAK', 'KOAK', '72493', 'Oakland', 'CA', 37.7444, -122.2236],
  ['OKX', 'KOKX', '72501', 'Upton', 'NY', 40.865, -72.8628],
  ['ALY', 'KALY', '72518', 'Albany', 'NY', 42.6919, -73.8322],
  ['PBZ', 'KPBZ', '72520', 'Pittsburgh', 'PA', 40.5317, -80.2172],
  ['BUF', 'KBUF', '72528', 'Buffalo', 'NY', 42.9411, -78.7189],
  ['OAX', 'KOAX', '72558', 'Omaha', 'NE', 41.32, -96.3669],
  ['LBF', 'KLBF', '72562', 'North Platte', 'NE', 41.1328, -100.7],
  ['SLC', 'KSLC', '72572', 'Salt Lake City', 'UT', 40.7722, -111.9553],
  ['LKN', 'KLKN', '72582', 'Elko', 'NV', 40.86, -115.7422],
  ['MFR', 'KMFR', '72597', 'Medford', 'OR', 42.3769, -122.8822],
  ['DTX', 'KDTX', '72632', 'White Lake', 'MI', 42.6989, -83.4714],
  ['APX', 'KAPX', '72634', 'Gaylord', 'MI', 44.9075, -84.7189],
  ['GRB', 'KGRB', '72645', 'Green Bay', 'WI', 44.4986, -88.1119],
  ['MPX', 'KMPX', '72649', 'Chanhassen', 'MN', 44.8497, -93.5647],
  ['ABR', 'KABR', '72659', 'Aberdeen', 'SD', 45.4556, -98.4133],
  ['UNR', 'KUNR', '72662', 'Rapid City', 'SD', 44.0728, -103.21],
  ['RIW', 'KRIW', '72672', 'Riverton', 'WY', 43.0647, -108.4767],
  ['BOI', 'KBOI', '72681', 'Boise', 'ID', 43.5672, -116.2114],
  ['SLE', 'KSLE', '72694', 'Salem', 'OR', 44.9092, -123.0083],
  ['CAR', 'KCAR', '72712', 'Caribou', 'ME', 46.8683, -68.0136],
  ['INL', 'KINL', '72747', 'International Falls', 'MN', 48.5647, -93.3975],
  ['BIS', 'KBIS', '72764', 'Bismarck', 'ND', 46.7717, -100.7594],
  ['GGW', 'KGGW', '72768', 'Glasgow', 'MT', 48.2067, -106.6256],
  ['TFX', 'KTFX', '72776', 'Great Falls', 'MT', 47.4614, -111.3847],
  ['OTX', 'KOTX', '72786', 'Spokane', 'WA', 47.6806, -117.6267],
  ['UIL', 'KUIL', '72797', 'Quillayute', 'WA', 47.9339, -124.5603],
  ['GYX', 'KGYX', '74389', 'Gray', 'ME', 43.8925, -70.2572],
  ['DVN', 'KDVN', '74455', 'Davenport', 'IA', 41.6114, -90.5817],
  ['CHH', 'KCHH', '74494', 'Chatham', 'MA', 41.6569, -69.9589],
  ['ILX', 'KILX', '74560', 'Lincoln', 'IL', 40.1517, -89.3383],
  ['PSR', 'KPSR', '74626', 'Phoenix', 'AZ', 33.45, -111.95],
  ['LMN', 'KLMN', '74646', 'Lamont', 'OK', 36.6, -97.5],
  ['XMR', 'KXMR', '74794', 'Cape Canaveral', 'FL', 28.4667, -80.55],
  ['SJU', 'TJSJ', '78526', 'San Juan', 'PR', 18.4317, -65.9919],
  ['LIH', 'PHLI', '91165', 'Lihue', 'HI', 21.9933, -159.3467],
  ['GUM', 'PGUM', '91212', 'Guam', 'GU', 13.4767, 144.7944],
  ['ITO', 'PHTO', '91285', 'Hilo', 'HI', 19.7183, -155.0583],
  ['PPG', 'NSTU', '91765', 'Pago Pago', 'AS', -14.3383, -170.7191],
];

/** Other ids of stations, in other archives or before the office moved. */
const otherIds: Record<string, string> = {
  ALB: 'ALY', BNA: 'OHX', EYW: 'KEY', GEG: 'OTX', JSJ: 'SJU', LWX: 'IAD', PIT: 'PBZ', RAP: 'UNR', SIL: 'LIX',
  TLH: 'TAE', TWC: 'TUS',
}; // prettier-ignore

export const soundingStations: SoundingStation[] = rows.map(([id, icao, wmo, name, state, lat, lon]) => {
  return { id, icao, wmo, name, state, lat, lon };
});

const byName = new Map<string, SoundingStation>();
for (const station of soundingStations) {
  const { id, icao, wmo } = station;
  const others = Object.keys(otherIds).filter((other) => otherIds[other] === id);
  // The Iowa archive also writes K before the three letters of stations in Alaska.
  for (const name of [wmo, icao, ...[id, ...others].flatMap((letters) => [letters, `K${letters}`])])
    byName.set(name, station);
}

/** Tolerance of a position: sources differ by some kilometres, and no two stations are this close. */
const nearDegrees = 0.25;

/** Finds the station at a place, within `nearDegrees`. */
export function soundingStationNear({ lat, lon }: Point): SoundingStation | undefined {
  return soundingStations.find((station) => {
    return Math.abs(station.lat - lat) < nearDegrees && Math.abs(station.lon - lon) < nearDegrees;
  });
}

/** Finds a station by id, ICAO letters or WMO number, in any case: `OUN`, `KOUN` and `72357` are the same. */
export function findSoundingStation(name: string): SoundingStation | undefined {
  return byName.get(name.trim().toUpperCase());
}
