import { countyCode, type Contract } from '../contract.ts';

const path = '/jurisdiction/boundary';

/** A county by its number, or by state and slug (decision 6.7). */
export const jurisdiction: Contract[] = [
  {
    path,
    media: 'application/geo+json',
    cache: 86_400,
    always: 'fips=40027',
    params: {},
    missing: [`${path}?fips=99999`, `${path}?fips=40028`, `${path}?state=ok&slug=nowhere`],
    malformed: [
      path,
      `${path}?state=OK`,
      `${path}?slug=cleveland`,
      `${path}?fips=`,
      ...countyCode.text.bad.map((text) => `${path}?fips=${text}`),
      `${path}?state=XX&slug=cleveland`,
      `${path}?state=OK&slug=`,
      `${path}?fips=40027&state=TX`,
      `${path}?fips=40027&state=OK&slug=canadian`,
      `${path}?fips=40027&fips=40027`,
    ],
  },
  { path, media: 'application/geo+json', cache: 86_400, always: 'state=ok&slug=cleveland-county', params: {} },
];
