import type { Captured } from '@severe/ingest/testing/captured-payloads';
import { simulatedBulletins } from '@severe/ingest/testing/simulated';

// What the simulated providers are not asked for while all of them work, or do not have.

const tornadoWarning = `
WFUS54 KOUN 202212
TOROUN
OKC027-202245-
/O.NEW.KOUN.TO.W.0061.260520T2212Z-260520T2245Z/

BULLETIN - EAS ACTIVATION REQUESTED
Tornado Warning
National Weather Service Norman OK
512 PM CDT Wed May 20 2026

The National Weather Service in Norman has issued a

* Tornado Warning for...
  Cleveland County in central Oklahoma...

* Until 545 PM CDT.

* At 512 PM CDT, a confirmed large and extremely dangerous tornado was
  located near Norman, moving northeast at 35 mph.

LAT...LON 3524 9752 3530 9735 3518 9730 3512 9748
TIME...MOT...LOC 2212Z 225DEG 30KT 3519 9745

TORNADO...OBSERVED
TORNADO DAMAGE THREAT...CONSIDERABLE
MAX HAIL SIZE...1.75 IN

$$
`;

const localReport = `
NWUS54 KOUN 202205
LSROUN

PRELIMINARY LOCAL STORM REPORT
NATIONAL WEATHER SERVICE NORMAN OK
505 PM CDT WED MAY 20 2026

..TIME...   ...EVENT...      ...CITY LOCATION...     ...LAT.LON...
..DATE...   ....MAG....      ..COUNTY LOCATION..ST.. ...SOURCE....
            ..REMARKS..

0501 PM     HAIL             1 NW NORMAN             35.24N 97.46W
05/20/2026  M1.75 INCH       CLEVELAND          OK   TRAINED SPOTTER

            GOLF BALL SIZED HAIL.

&&

$$
`;

const hydrograph = `
SRUS54 KOUN 202200
HMLOUN
<?xml version="1.0" standalone="yes" ?>
<site id="NRMO2" name="Canadian River at Norman" originator="OUN" generationtime="2026-05-20T22:00:00-00:00">
<observed dataSource="OUN" issued="2026-05-20T21:45:00-00:00" primaryName="Stage" primaryUnits="ft">
<datum><valid>2026-05-20T21:45:00-00:00</valid><primary>8.21</primary></datum>
</observed>
</site>
`;

const igra = `#USM00072357 2026 05 20 12 1105    2 ncdc-gts ncdc-gts  351814  -974378
21 -9999  97100B  345   220B  180   180    62
20 -9999  92500   780   190B  120   190   110
`;

const track = `AL, 01, 2026052018,   , BEST,   0, 253N,  790W,  50,  999, TS,  34, NEQ,   60,   40,   30,   50, 1012,  150,  25,   0,   0,   L,   0,    ,   0,   0,     ZEPHYR, M,
AL, 01, 2026052018, 03, OFCL,  12, 262N,  795W,  60,    0, TS,  34, NEQ,   70,   50,   30,   60,    0,    0,   0,   0,   0,   L,   0,    ,   0,   0,     ZEPHYR, M,
`;

const usgsTable = `# comment
agency_cd\tsite_no\tstation_nm\tdec_lat_va\tdec_long_va\thuc_cd\tstate_cd\tsite_tp_cd
5s\t15s\t50s\t16s\t16s\t16s\t2s\t7s
USGS\t07229050\tCanadian River at Norman, OK\t35.1853\t-97.4839\t11090202\t40\tST
`;

const inventory = `1:0:d=2026052020:REFC:entire atmosphere:3 hour fcst:
2:312345:d=2026052020:CAPE:surface:3 hour fcst:
3:498765:d=2026052020:UGRD:10 m above ground:3 hour fcst:
`;

const listing = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult><Name>noaa-hrrr-bdp-pds</Name><Prefix>hrrr.20260520/</Prefix><IsTruncated>false</IsTruncated>
<Contents><Key>hrrr.20260520/conus/hrrr.t20z.wrfsfcf03.grib2</Key><LastModified>2026-05-20T21:00:00.000Z</LastModified><Size>140000000</Size></Contents>
<CommonPrefixes><Prefix>hrrr.20260520/conus/</Prefix></CommonPrefixes></ListBucketResult>`;

const stageFlow = JSON.stringify({
  observed: {
    primaryName: 'Stage',
    primaryUnits: 'ft',
    issuedTime: '2026-05-20T21:45:00Z',
    data: [{ validTime: '2026-05-20T21:45:00Z', primary: 8.21, secondary: 1.2 }],
  },
  forecast: {
    primaryName: 'Stage',
    primaryUnits: 'ft',
    issuedTime: '2026-05-20T15:00:00Z',
    data: [{ validTime: '2026-05-21T12:00:00Z', primary: 9.5, secondary: -999 }],
  },
});

const soundingTable = `time,longitude,latitude,pressure_hPa,geopotential height_m,temperature_C,dew point temperature_C,ice point temperature_C,relative humidity_%,humidity wrt ice_%,mixing ratio_g/kg,wind direction_degree,wind speed_m/s
1999-05-03 23:02:00,-97.4400,35.1800, 959.0,  345, 22.2, 19.0, 19.1, 82, 83,14.56,160, 9.3
1999-05-03 23:03:00,-97.4500,35.1900, 931.3,  610, 20.2, 17.5, 17.6, 84, 85,13.59,165,20.6
`;

const zones = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: null, properties: { id: 'OKZ029', type: 'public', name: 'Cleveland' } }],
});

/** Payloads by parser, at a moment. */
export function samplePayloads(now: Date): Captured {
  const bulletins = (...codes: string[]): unknown[][] =>
    codes.flatMap((code) => simulatedBulletins(code, now).slice(0, 3)).map(({ text }) => [[text], now]);
  const one = (code: string): unknown[][] => simulatedBulletins(code, now).slice(0, 3).map(({ text }) => [text, now]); // prettier-ignore
  return new Map<Parameters<Captured['get']>[0], unknown[][]>([
    ['advisories', bulletins('TCP')],
    ['alertBulletins', [[[tornadoWarning], now]]],
    ['discussionBulletins', bulletins('SWO')],
    ['hml', [[hydrograph, now]]],
    ['modelInventory', [[inventory]]],
    ['igraSoundings', [[igra]]],
    ['listing', [[listing]]],
    ['localReports', [[localReport, now]]],
    ['outlookBulletins', bulletins('PTS')],
    ['stageFlow', [[stageFlow, 'NRMO2']]],
    ['surveys', bulletins('PNS')],
    ['textListOrFile', [...one('AFD'), ...one('HWO')]],
    ['tracks', [[[track]]]],
    ['usgsTable', [[usgsTable]]],
    ['uwyoSounding', [[soundingTable]]],
    ['watchBulletins', bulletins('SAW', 'SEL', 'WWP')],
    ['zoneCodes', [[zones]]],
  ]);
}
