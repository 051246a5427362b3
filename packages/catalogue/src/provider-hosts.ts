/** How a host of a provider may be asked, by all feeds together. */
export interface HostLimits {
  /** Requests at the same time. */
  concurrent: number;
  /** Requests that begin in a second. */
  perSecond: number;
}

/** A host of a provider: what it asks for, and what is known of it. */
interface ProviderHost extends HostLimits {
  host: string;
  /** What it asks of its users, in one sentence. */
  policy: string;
  /** Date of the newest evidence of its addresses and forms: recorded answers, notices, public code. */
  evidence: string;
  /** What is known of its end. */
  ends?: {
    /** Date of the last day. */
    at: string;
    what: string;
    /** What the service does then. */
    follows: string;
  };
}

/** Of a host without an entry. */
const usualLimits: HostLimits = { concurrent: 2, perSecond: 2 };

/** Of a bucket: object stores are made for many readers. */
const bucketLimits: HostLimits = { concurrent: 32, perSecond: 100 };

const buckets = [
  'noaa-mrms-pds.s3.amazonaws.com',
  'unidata-nexrad-level2.s3.amazonaws.com',
  'unidata-nexrad-level2-chunks.s3.amazonaws.com',
  'noaa-goes18.s3.amazonaws.com',
  'noaa-goes19.s3.amazonaws.com',
  'noaa-hrrr-bdp-pds.s3.amazonaws.com',
];

const bucketPolicy = 'Open data without an account; requests and bytes are not limited.';

/** Every host that feeds ask, in the order of the documents. */
export const providerHosts: readonly ProviderHost[] = [
  {
    host: 'api.weather.gov',
    concurrent: 6,
    perSecond: 6,
    policy: 'A User-Agent with a contact; bursts are refused by User-Agent and seconds; lists are asked for by time.',
    evidence: '2026-11-20',
  },
  {
    host: 'mesonet.agron.iastate.edu',
    concurrent: 2,
    perSecond: 2,
    policy: 'Gentle use without parameters that defeat caches; robots.txt asks crawlers for 120 s between visits.',
    evidence: '2026-11-20',
  },
  {
    host: 'aviationweather.gov',
    concurrent: 2,
    perSecond: 1,
    policy: 'At most 100 requests a minute, and whole files from its cache instead of many questions.',
    evidence: '2026-11-20',
  },
  ...['www.spc.noaa.gov', 'www.wpc.ncep.noaa.gov', 'www.nhc.noaa.gov'].map((host) => ({
    host,
    concurrent: 4,
    perSecond: 5,
    policy: 'Files for everybody; conditional requests are welcome.',
    evidence: '2026-11-20',
  })),
  {
    host: 'mapservices.weather.noaa.gov',
    concurrent: 2,
    perSecond: 4,
    policy: 'A map service for everybody, with at most 2,000 records a page.',
    evidence: '2026-11-20',
  },
  {
    host: 'services.dat.noaa.gov',
    concurrent: 2,
    perSecond: 2,
    policy: 'A map service for everybody, with at most 2,000 records a page.',
    evidence: '2026-11-20',
  },
  {
    host: 'api.water.noaa.gov',
    concurrent: 2,
    perSecond: 4,
    policy: 'No stated limit; the country is asked for in boxes.',
    evidence: '2026-11-20',
  },
  {
    host: 'waterservices.usgs.gov',
    concurrent: 1,
    perSecond: 2,
    policy: 'One question at a time; what is asked for too often is refused.',
    evidence: '2026-11-20',
    ends: {
      at: '2027-02-22',
      what: 'the instantaneous service ends, with deliberate outages on 27 January and 16 February 2027',
      follows:
        'api.waterdata.usgs.gov is the default since November 2026; this service is asked only while that one fails',
    },
  },
  {
    host: 'api.waterdata.usgs.gov',
    concurrent: 1,
    perSecond: 2,
    policy: 'Some fifty requests an hour without a key (USGS_API_KEY); pages of at most 50,000.',
    evidence: '2026-11-20',
  },
  ...buckets.map((host) => ({ host, ...bucketLimits, policy: bucketPolicy, evidence: '2026-11-20' })),
  {
    host: 'noaa-rrfs-ops-pds.s3.amazonaws.com',
    ...bucketLimits,
    policy: bucketPolicy,
    evidence: '2026-10-10',
  },
];

/** How a host may be asked. */
export function hostLimits(host: string): HostLimits {
  return providerHosts.find((known) => known.host === host) ?? usualLimits;
}
