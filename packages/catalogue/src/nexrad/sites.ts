/** A weather radar with single-site products. */
export interface RadarSite {
  /** Four letters; the product id of its frames. */
  id: string;
  name: string;
  /** Null for military radars outside of the United States. */
  state: string | null;
  lat: number;
  lon: number;
  /** Height of the ground above sea level. */
  elevationM: number;
  type: 'WSR-88D';
}

/**
 * The network of WSR-88D radars, ordered by id, from NOAA's Historical Observing Metadata Repository (public domain). KHDC
 * replaced KLIX in 2023.
 *
 * @see https://www.ncei.noaa.gov/access/homr/
 */
const rows: [id: string, name: string, state: string | null, lat: number, lon: number, elevationM: number][] = [
  ['KABR', 'Aberdeen', 'SD', 45.45583, -98.41306, 397],
  ['KABX', 'Albuquerque', 'NM', 35.14972, -106.82333, 1789],
  ['KAKQ', 'Wakefield', 'VA', 36.98389, -77.0075, 34],
  ['KAMA', 'Amarillo', 'TX', 35.23333, -101.70889, 1093],
  ['KAMX', 'Miami', 'FL', 25.61056, -80.41306, 4],
  ['KAPX', 'Gaylord', 'MI', 44.90722, -84.71972, 446],
  ['KARX', 'La Crosse', 'WI', 43.82278, -91.19111, 389],
  ['KATX', 'Seattle', 'WA', 48.19472, -122.49444, 151],
  ['KBBX', 'Beale AFB', 'CA', 39.49611, -121.63167, 53],
  ['KBGM', 'Binghamton', 'NY', 42.19972, -75.985, 490],
  ['KBHX', 'Eureka', 'CA', 40.49833, -124.29194, 732],
  ['KBIS', 'Bismarck', 'ND', 46.77083, -100.76028, 505],
  ['KBLX', 'Billings', 'MT', 45.85389, -108.60611, 1097],
  ['KBMX', 'Birmingham', 'AL', 33.17194, -86.76972, 197],
  ['KBOX', 'Boston', 'MA', 41.95583, -71.1375, 36],
  ['KBRO', 'Brownsville', 'TX', 25.91556, -97.41861, 7],
  ['KBUF', 'Buffalo', 'NY', 42.94861, -78.73694, 211],
  ['KBYX', 'Key West', 'FL', 24.59694, -81.70333, 2],
  ['KCAE', 'Columbia', 'SC', 33.94861, -81.11861, 70],
  ['KCBW', 'Caribou', 'ME', 46.03917, -67.80694, 227],
  ['KCBX', 'Boise', 'ID', 43.49083, -116.23444, 933],
  ['KCCX', 'State College', 'PA', 40.92306, -78.00389, 733],
  ['KCLE', 'Cleveland', 'OH', 41.41306, -81.86, 233],
  ['KCLX', 'Charleston', 'SC', 32.65556, -81.04222, 30],
  ['KCRP', 'Corpus Christi', 'TX', 27.78389, -97.51083, 14],
  ['KCXX', 'Burlington', 'VT', 44.51111, -73.16639, 97],
  ['KCYS', 'Cheyenne', 'WY', 41.15194, -104.80611, 1868],
  ['KDAX', 'Sacramento', 'CA', 38.50111, -121.67667, 9],
  ['KDDC', 'Dodge City', 'KS', 37.76083, -99.96833, 789],
  ['KDFX', 'Laughlin AFB', 'TX', 29.2725, -100.28028, 345],
  ['KDGX', 'Brandon', 'MS', 32.28, -89.98444, 149],
  ['KDIX', 'Philadelphia', 'PA', 39.94694, -74.41111, 45],
  ['KDLH', 'Duluth', 'MN', 46.83694, -92.20972, 435],
  ['KDMX', 'Des Moines', 'IA', 41.73111, -93.72278, 299],
  ['KDOX', 'Dover AFB', 'DE', 38.82556, -75.44, 15],
  ['KDTX', 'Detroit', 'MI', 42.69972, -83.47167, 327],
  ['KDVN', 'Davenport', 'IA', 41.61167, -90.58083, 230],
  ['KDYX', 'Dyess AFB', 'TX', 32.53833, -99.25417, 462],
  ['KEAX', 'Kansas City', 'MO', 38.81028, -94.26417, 303],
  ['KEMX', 'Tucson', 'AZ', 31.89361, -110.63028, 1586],
  ['KENX', 'Albany', 'NY', 42.58639, -74.06444, 557],
  ['KEOX', 'Fort Rucker', 'AL', 31.46028, -85.45944, 132],
  ['KEPZ', 'El Paso', 'TX', 31.87306, -106.6975, 1251],
  ['KESX', 'Las Vegas', 'NV', 35.70111, -114.89139, 1483],
  ['KEVX', 'Eglin AFB', 'FL', 30.56417, -85.92139, 43],
  ['KEWX', 'San Antonio', 'TX', 29.70361, -98.02806, 193],
  ['KEYX', 'Edwards AFB', 'CA', 35.09778, -117.56, 840],
  ['KFCX', 'Roanoke', 'VA', 37.02417, -80.27417, 874],
  ['KFDR', 'Frederick', 'OK', 34.36222, -98.97611, 386],
  ['KFDX', 'Cannon AFB', 'NM', 34.63528, -103.62944, 1417],
  ['KFFC', 'Atlanta', 'GA', 33.36333, -84.56583, 262],
  ['KFSD', 'Sioux Falls', 'SD', 43.58778, -96.72889, 436],
  ['KFSX', 'Flagstaff', 'AZ', 34.57444, -111.19833, 2261],
  ['KFTG', 'Denver', 'CO', 39.78667, -104.54528, 1675],
  ['KFWS', 'Dallas/Fort Worth', 'TX', 32.57278, -97.30278, 208],
  ['KGGW', 'Glasgow', 'MT', 48.20639, -106.62417, 694],
  ['KGJX', 'Grand Junction', 'CO', 39.06222, -108.21306, 3046],
  ['KGLD', 'Goodland', 'KS', 39.36694, -101.7, 1113],
  ['KGRB', 'Green Bay', 'WI', 44.49833, -88.11111, 208],
  ['KGRK', 'Fort Hood', 'TX', 30.72167, -97.38278, 164],
  ['KGRR', 'Grand Rapids', 'MI', 42.89389, -85.54472, 237],
  ['KGSP', 'Greenville', 'SC', 34.88306, -82.22028, 287],
  ['KGWX', 'Columbus AFB', 'MS', 33.89667, -88.32889, 145],
  ['KGYX', 'Portland', 'ME', 43.89139, -70.25694, 125],
  ['KHDC', 'Hammond', 'LA', 30.5193, -90.4074, 13],
  ['KHDX', 'Holloman AFB', 'NM', 33.07639, -106.12222, 1287],
  ['KHGX', 'Houston', 'TX', 29.47194, -95.07889, 5],
  ['KHNX', 'Hanford', 'CA', 36.31417, -119.63111, 74],
  ['KHPX', 'Fort Campbell', 'KY', 36.73667, -87.285, 176],
  ['KHTX', 'Huntsville', 'AL', 34.93056, -86.08361, 536],
  ['KICT', 'Wichita', 'KS', 37.65444, -97.4425, 407],
  ['KICX', 'Cedar City', 'UT', 37.59083, -112.86222, 3231],
  ['KILN', 'Wilmington', 'OH', 39.42028, -83.82167, 322],
  ['KILX', 'Lincoln', 'IL', 40.15056, -89.33667, 177],
  ['KIND', 'Indianapolis', 'IN', 39.7075, -86.28028, 241],
  ['KINX', 'Tulsa', 'OK', 36.175, -95.56444, 204],
  ['KIWA', 'Phoenix', 'AZ', 33.28917, -111.66917, 412],
  ['KIWX', 'Fort Wayne', 'IN', 41.3586, -85.7, 293],
  ['KJAX', 'Jacksonville', 'FL', 30.48444, -81.70194, 10],
  ['KJGX', 'Robins AFB', 'GA', 32.675, -83.35111, 159],
  ['KJKL', 'Jackson', 'KY', 37.59083, -83.31306, 416],
  ['KLBB', 'Lubbock', 'TX', 33.65417, -101.81361, 993],
  ['KLCH', 'Lake Charles', 'LA', 30.125, -93.21583, 4],
  ['KLGX', 'Langley Hill', 'WA', 47.1158, -124.1069, 77],
  ['KLNX', 'North Platte', 'NE', 41.95778, -100.57583, 905],
  ['KLOT', 'Chicago', 'IL', 41.60444, -88.08472, 202],
  ['KLRX', 'Elko', 'NV', 40.73972, -116.80278, 2056],
  ['KLSX', 'St. Louis', 'MO', 38.69889, -90.68278, 185],
  ['KLTX', 'Wilmington', 'NC', 33.98917, -78.42917, 20],
  ['KLVX', 'Louisville', 'KY', 37.97528, -85.94389, 219],
  ['KLWX', 'Sterling', 'VA', 38.9753, -77.4778, 83],
  ['KLZK', 'Little Rock', 'AR', 34.83639, -92.26194, 173],
  ['KMAF', 'Midland/Odessa', 'TX', 31.94333, -102.18889, 874],
  ['KMAX', 'Medford', 'OR', 42.08111, -122.71611, 2290],
  ['KMBX', 'Minot AFB', 'ND', 48.3925, -100.86444, 455],
  ['KMHX', 'Morehead City', 'NC', 34.77583, -76.87639, 9],
  ['KMKX', 'Milwaukee', 'WI', 42.96778, -88.55056, 292],
  ['KMLB', 'Melbourne', 'FL', 28.11306, -80.65444, 30],
  ['KMOB', 'Mobile', 'AL', 30.67944, -88.23972, 63],
  ['KMPX', 'Minneapolis', 'MN', 44.84889, -93.56528, 288],
  ['KMQT', 'Marquette', 'MI', 46.53111, -87.54833, 430],
  ['KMRX', 'Knoxville', 'TN', 36.16833, -83.40194, 408],
  ['KMSX', 'Missoula', 'MT', 47.04111, -113.98611, 2394],
  ['KMTX', 'Salt Lake City', 'UT', 41.26278, -112.44694, 1969],
  ['KMUX', 'San Francisco', 'CA', 37.15528, -121.8975, 1057],
  ['KMVX', 'Fargo', 'ND', 47.52806, -97.325, 301],
  ['KMXX', 'Maxwell AFB', 'AL', 32.53667, -85.78972, 122],
  ['KNKX', 'San Diego', 'CA', 32.91889, -117.04194, 291],
  ['KNQA', 'Memphis', 'TN', 35.34472, -89.87333, 86],
  ['KOAX', 'Omaha', 'NE', 41.32028, -96.36639, 350],
  ['KOHX', 'Nashville', 'TN', 36.24722, -86.5625, 176],
  ['KOKX', 'Upton', 'NY', 40.86556, -72.86444, 26],
  ['KOTX', 'Spokane', 'WA', 47.68056, -117.62583, 727],
  ['KPAH', 'Paducah', 'KY', 37.06833, -88.77194, 119],
  ['KPBZ', 'Pittsburgh', 'PA', 40.53167, -80.21833, 361],
  ['KPDT', 'Pendleton', 'OR', 45.69056, -118.85278, 462],
  ['KPOE', 'Fort Polk', 'LA', 31.15528, -92.97583, 124],
  ['KPUX', 'Pueblo', 'CO', 38.45944, -104.18139, 1600],
  ['KRAX', 'Raleigh', 'NC', 35.66528, -78.49, 106],
  ['KRGX', 'Reno', 'NV', 39.75417, -119.46111, 2530],
  ['KRIW', 'Riverton', 'WY', 43.06611, -108.47667, 1697],
  ['KRLX', 'Charleston', 'WV', 38.31194, -81.72389, 329],
  ['KRTX', 'Portland', 'OR', 45.715, -122.96417, 479],
  ['KSFX', 'Pocatello', 'ID', 43.10583, -112.68528, 1364],
  ['KSGF', 'Springfield', 'MO', 37.23528, -93.40028, 390],
  ['KSHV', 'Shreveport', 'LA', 32.45056, -93.84111, 83],
  ['KSJT', 'San Angelo', 'TX', 31.37111, -100.49222, 576],
  ['KSOX', 'Santa Ana Mountains', 'CA', 33.81778, -117.635, 923],
  ['KSRX', 'Fort Smith', 'AR', 35.29056, -94.36167, 195],
  ['KTBW', 'Tampa Bay', 'FL', 27.70528, -82.40194, 12],
  ['KTFX', 'Great Falls', 'MT', 47.45972, -111.38444, 1132],
  ['KTLH', 'Tallahassee', 'FL', 30.3975, -84.32889, 19],
  ['KTLX', 'Oklahoma City', 'OK', 35.33336, -97.27776, 370],
  ['KTWX', 'Topeka', 'KS', 38.99694, -96.2325, 417],
  ['KTYX', 'Montague', 'NY', 43.75583, -75.68, 563],
  ['KUDX', 'Rapid City', 'SD', 44.125, -102.82944, 919],
  ['KUEX', 'Hastings', 'NE', 40.32083, -98.44167, 602],
  ['KVAX', 'Moody AFB', 'GA', 30.89, -83.00194, 54],
  ['KVBX', 'Vandenberg AFB', 'CA', 34.83806, -120.39583, 376],
  ['KVNX', 'Vance AFB', 'OK', 36.74083, -98.1275, 369],
  ['KVTX', 'Los Angeles', 'CA', 34.41167, -119.17861, 831],
  ['KVWX', 'Evansville', 'IN', 38.26, -87.7247, 155],
  ['KYUX', 'Yuma', 'AZ', 32.49528, -114.65583, 53],
  ['LPLA', 'Lajes Field, Azores', null, 38.73028, -27.32167, 1016],
  ['PABC', 'Bethel', 'AK', 60.79278, -161.87417, 49],
  ['PACG', 'Sitka', 'AK', 56.85278, -135.52917, 82],
  ['PAEC', 'Nome', 'AK', 64.51139, -165.295, 16],
  ['PAHG', 'Anchorage', 'AK', 60.725914, -151.35146, 74],
  ['PAIH', 'Middleton Island', 'AK', 59.46194, -146.30111, 20],
  ['PAKC', 'King Salmon', 'AK', 58.67944, -156.62944, 19],
  ['PAPD', 'Fairbanks', 'AK', 65.03556, -147.49917, 790],
  ['PGUA', 'Andersen AFB', 'GU', 13.45444, 144.80833, 80],
  ['PHKI', 'South Kauai', 'HI', 21.89417, -159.55222, 55],
  ['PHKM', 'Kamuela', 'HI', 20.12556, -155.77778, 1162],
  ['PHMO', 'Molokai', 'HI', 21.13278, -157.18, 415],
  ['PHWA', 'South Shore', 'HI', 19.095, -155.56889, 418],
  ['RKJK', 'Kunsan Air Base, Korea', null, 35.92417, 126.62222, 24],
  ['RKSG', 'Camp Humphreys, Korea', null, 36.95972, 127.01833, 16],
  ['RODN', 'Kadena Air Base, Okinawa', null, 26.30194, 127.90972, 66],
  ['TJUA', 'San Juan', 'PR', 18.1175, -66.07861, 852],
];

/** Radars that no longer report, or never did regularly: archives have their volumes, and old volumes have no position. */
const formerRows: typeof rows = [
  ['KCRI', 'Norman (Radar Operations Center)', 'OK', 35.23833, -97.46028, 366],
  ['KJAN', 'Jackson', 'MS', 32.31778, -90.08, 91],
  ['KLIX', 'Slidell', 'LA', 30.33667, -89.82528, 7],
  ['KOUN', 'Norman (research)', 'OK', 35.23583, -97.46222, 370],
];

export const radarSites: readonly RadarSite[] = rows.map(siteOf);

const formerRadarSites: readonly RadarSite[] = formerRows.map(siteOf);

function siteOf([id, name, state, lat, lon, elevationM]: (typeof rows)[number]): RadarSite {
  return { id, name, state, lat, lon, elevationM, type: 'WSR-88D' };
}

const byId = new Map(radarSites.map((site) => [site.id, site]));
const formerById = new Map(formerRadarSites.map((site) => [site.id, site]));
const byLastThree = new Map(radarSites.map((site) => [site.id.slice(1), site]));

/** Finds a site by its four letters or the last three, in any case. */
export function findRadarSite(name: string): RadarSite | undefined {
  const id = name.toUpperCase();
  return byId.get(id) ?? byLastThree.get(id);
}

/** Finds a site by its four letters, also one that was decommissioned or moved. */
export function findRadarSiteEver(id: string): RadarSite | undefined {
  return byId.get(id) ?? formerById.get(id);
}
