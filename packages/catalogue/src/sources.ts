/** A kind of data that we serve, whatever feeds bring it; the id is also the event name on the stream. */
export interface Source {
  id: string;
  name: string;
  provider: string;
  url: string;
  license: string;
  attribution: string;
  cadenceSeconds: number;
  endpoints: string[];
  /** Whether the simulated providers have it; where they do not, it is disabled in the demonstration. */
  simulated: boolean;
}

export const sources: Source[] = [
  {
    id: 'alerts',
    name: 'NWS alerts',
    provider: 'NOAA/NWS',
    url: 'https://api.weather.gov/alerts/active',
    license: 'public domain',
    attribution: 'NOAA/National Weather Service',
    cadenceSeconds: 30,
    endpoints: ['/alerts', '/alerts/{alert_id}', '/alerts/changes', '/zones'],
    simulated: false,
  },
  {
    id: 'outlooks',
    name: 'Convective outlooks',
    provider: 'NOAA/NWS Storm Prediction Center',
    url: 'https://www.spc.noaa.gov/products/outlook/',
    license: 'public domain',
    attribution: 'NOAA/NWS Storm Prediction Center',
    cadenceSeconds: 900,
    endpoints: ['/outlooks'],
    simulated: false,
  },
  {
    id: 'watches',
    name: 'Severe weather watches',
    provider: 'NOAA/NWS Storm Prediction Center, through the Iowa Environmental Mesonet',
    url: 'https://mesonet.agron.iastate.edu/json/spcwatch.py',
    license: 'public domain',
    attribution: 'NOAA/NWS Storm Prediction Center; Iowa Environmental Mesonet',
    cadenceSeconds: 900,
    endpoints: ['/watches'],
    simulated: false,
  },
  {
    id: 'eros',
    name: 'Excessive rainfall outlooks',
    provider: 'NOAA/NWS Weather Prediction Center',
    url: 'https://www.wpc.ncep.noaa.gov/exper/eromap/',
    license: 'public domain',
    attribution: 'NOAA/NWS Weather Prediction Center',
    cadenceSeconds: 900,
    endpoints: ['/eros'],
    simulated: false,
  },
  {
    id: 'reports',
    name: 'Storm reports',
    provider: 'NOAA/NWS, through the Iowa Environmental Mesonet and the Storm Prediction Center',
    url: 'https://www.spc.noaa.gov/climo/reports/',
    license: 'public domain',
    attribution: 'NOAA/National Weather Service; Iowa Environmental Mesonet',
    cadenceSeconds: 300,
    endpoints: ['/reports'],
    simulated: false,
  },
  {
    id: 'radar',
    name: 'MRMS radar mosaic',
    provider: 'NOAA/NSSL',
    url: 'https://noaa-mrms-pds.s3.amazonaws.com',
    license: 'public domain',
    attribution: 'NOAA/NSSL MRMS',
    cadenceSeconds: 120,
    endpoints: ['/radar/tiles', '/radar/frames', '/radar/products', '/radar/point'],
    simulated: true,
  },
  {
    id: 'nexrad',
    name: 'NEXRAD single-site radar',
    provider: 'NOAA/NWS, through Unidata',
    url: 'https://unidata-nexrad-level2.s3.amazonaws.com',
    license: 'public domain',
    attribution: 'NOAA/NWS NEXRAD',
    cadenceSeconds: 300,
    endpoints: ['/nexrad/sites', '/nexrad/{site}/{product}'],
    simulated: true,
  },
  {
    id: 'satellite',
    name: 'GOES imagery',
    provider: 'NOAA/NESDIS',
    url: 'https://noaa-goes19.s3.amazonaws.com',
    license: 'public domain',
    attribution: 'NOAA/NESDIS GOES',
    cadenceSeconds: 300,
    endpoints: ['/satellite/tiles', '/satellite/frames', '/satellite/products', '/satellite/point'],
    simulated: true,
  },
  {
    id: 'hrrr',
    name: 'HRRR model',
    provider: 'NOAA/NCEP',
    url: 'https://noaa-hrrr-bdp-pds.s3.amazonaws.com',
    license: 'public domain',
    attribution: 'NOAA/NCEP HRRR',
    cadenceSeconds: 3600,
    endpoints: ['/hrrr/tiles', '/hrrr/variables', '/models/hrrr/point', '/models/available'],
    simulated: true,
  },
  {
    id: 'lightning',
    name: 'GOES lightning',
    provider: 'NOAA/NESDIS',
    url: 'https://noaa-goes19.s3.amazonaws.com',
    license: 'public domain',
    attribution: 'NOAA/NESDIS GOES',
    cadenceSeconds: 60,
    endpoints: ['/lightning'],
    simulated: true,
  },
  {
    id: 'places',
    name: 'Names of places',
    provider: 'GeoNames; United States Postal Service',
    url: 'https://www.geonames.org',
    license: 'CC BY 4.0',
    attribution: 'GeoNames (geonames.org), CC BY 4.0',
    cadenceSeconds: 86_400,
    endpoints: ['/geocode/search', '/geocode/reverse'],
    simulated: true,
  },
];
