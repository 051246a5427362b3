/**
 * Geographic coordinate systems by EPSG code, as PROJ parameters. Shifts to WGS 84 are the mean ones of the EPSG dataset,
 * accurate to some tens of metres.
 */
const grs80 = '+ellps=GRS80 +towgs84=0,0,0';
const wgs84 = '+datum=WGS84';
const nad27 = '+ellps=clrk66 +towgs84=-8,160,176';
const ntf = '+a=6378249.2 +b=6356515 +towgs84=-168,-60,320';

export const datums: Record<number, string> = {
  4326: wgs84,
  4979: wgs84,
  4322: '+ellps=WGS72 +towgs84=0,0,4.5,0,0,0.554,0.2263',
  4267: nad27,
  4269: grs80, // NAD83
  4617: grs80, // NAD83(CSRS)
  4152: grs80, // NAD83(HARN)
  4759: grs80, // NAD83(NSRS2007)
  6318: grs80, // NAD83(2011)
  4258: grs80, // ETRS89
  4171: grs80, // RGF93
  4619: grs80, // SWEREF99
  4283: grs80, // GDA94
  7844: grs80, // GDA2020
  4167: grs80, // NZGD2000
  4674: grs80, // SIRGAS 2000
  4612: grs80, // JGD2000
  6668: grs80, // JGD2011
  4490: grs80, // CGCS2000
  4019: grs80, // the ellipsoid only
  4030: wgs84,
  4035: '+a=6371000 +b=6371000',
  4047: '+a=6371007 +b=6371007',
  4052: '+a=6370997 +b=6370997',
  4275: ntf,
  4807: `${ntf} +pm=paris`,
  4277: '+ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
  4230: '+ellps=intl +towgs84=-87,-98,-121',
  4314: '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  4149: '+ellps=bessel +towgs84=674.374,15.056,405.346',
  4150: '+ellps=bessel +towgs84=674.374,15.056,405.346',
  4289: '+ellps=bessel +towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725',
  4272: '+ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993',
};

/** Names of the systems among them that differ from WGS 84 by up to some hundred metres, by EPSG code. */
export const oldDatums: Record<number, string> = {
  4322: 'WGS 72',
  4267: 'NAD27',
  4275: 'NTF',
  4807: 'NTF (Paris)',
  4277: 'OSGB36',
  4230: 'ED50',
  4314: 'DHDN',
  4149: 'CH1903',
  4150: 'CH1903+',
  4289: 'Amersfoort (RD)',
  4272: 'NZGD49',
};

/** Ellipsoids by EPSG code, as PROJ parameters. */
export const ellipsoids: Record<number, string> = {
  7001: '+ellps=airy',
  7004: '+ellps=bessel',
  7008: '+ellps=clrk66',
  7011: '+a=6378249.2 +b=6356515',
  7019: '+ellps=GRS80',
  7022: '+ellps=intl',
  7024: '+ellps=krass',
  7030: '+ellps=WGS84',
  7035: '+a=6371000 +b=6371000',
  7043: '+ellps=WGS72',
  7048: '+a=6371007 +b=6371007',
  7052: '+a=6370997 +b=6370997',
};
