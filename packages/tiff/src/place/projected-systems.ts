import { datums } from './datums.ts';

/** UTM zones by ranges of EPSG codes; `first` is the code of zone `zone`. */
const utm: { first: number; last: number; zone: number; datum: number; south?: true }[] = [
  { first: 32601, last: 32660, zone: 1, datum: 4326 },
  { first: 32701, last: 32760, zone: 1, datum: 4326, south: true },
  { first: 32201, last: 32260, zone: 1, datum: 4322 },
  { first: 32301, last: 32360, zone: 1, datum: 4322, south: true },
  { first: 26901, last: 26923, zone: 1, datum: 4269 },
  { first: 26701, last: 26722, zone: 1, datum: 4267 },
  { first: 6330, last: 6348, zone: 1, datum: 6318 },
  { first: 25828, last: 25838, zone: 28, datum: 4258 },
  { first: 23028, last: 23038, zone: 28, datum: 4230 },
  { first: 28348, last: 28358, zone: 48, datum: 4283, south: true },
  { first: 7846, last: 7859, zone: 46, datum: 7844, south: true },
  { first: 31965, last: 31976, zone: 11, datum: 4674 },
  { first: 31977, last: 31985, zone: 17, datum: 4674, south: true },
];

const sphereMercator = '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +k=1 +nadgrids=@null';

/** Other projected coordinate systems by EPSG code: projection, then EPSG code of the datum. */
const singles: Record<number, [projection: string, datum: number]> = {
  3395: ['+proj=merc +lon_0=0 +k=1', 4326],
  3994: ['+proj=merc +lon_0=100 +lat_ts=-41', 4326],
  4087: ['+proj=eqc +lat_ts=0 +lon_0=0', 4326],
  32662: ['+proj=eqc +lat_ts=0 +lon_0=0', 4326],
  32661: ['+proj=stere +lat_0=90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000', 4326],
  32761: ['+proj=stere +lat_0=-90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000', 4326],
  3031: ['+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0', 4326],
  3032: ['+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=70 +x_0=6000000 +y_0=6000000', 4326],
  3413: ['+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45', 4326],
  3976: ['+proj=stere +lat_0=-90 +lat_ts=-70 +lon_0=0', 4326],
  3995: ['+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0', 4326],
  3996: ['+proj=stere +lat_0=90 +lat_ts=75 +lon_0=0', 4326],
  5936: ['+proj=stere +lat_0=90 +k=0.994 +lon_0=-150 +x_0=2000000 +y_0=2000000', 4326],
  6931: ['+proj=laea +lat_0=90 +lon_0=0', 4326],
  6932: ['+proj=laea +lat_0=-90 +lon_0=0', 4326],
  6933: ['+proj=cea +lat_ts=30 +lon_0=0', 4326],
  3571: ['+proj=laea +lat_0=90 +lon_0=180', 4326],
  3572: ['+proj=laea +lat_0=90 +lon_0=-150', 4326],
  3573: ['+proj=laea +lat_0=90 +lon_0=-100', 4326],
  3574: ['+proj=laea +lat_0=90 +lon_0=-40', 4326],
  3575: ['+proj=laea +lat_0=90 +lon_0=10', 4326],
  3576: ['+proj=laea +lat_0=90 +lon_0=90', 4326],
  3034: ['+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000', 4258],
  3035: ['+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000', 4258],
  3006: ['+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=500000', 4619],
  3067: ['+proj=tmerc +lat_0=0 +lon_0=27 +k=0.9996 +x_0=500000', 4258],
  2154: ['+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000', 4171],
  2056: ['+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000', 4150],
  21781: ['+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000', 4149],
  27700: ['+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000', 4277],
  28992: ['+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000', 4289],
  27563: ['+proj=lcc +lat_1=44.1 +lat_0=44.1 +lon_0=0 +k_0=0.999877499 +x_0=600000 +y_0=200000', 4807],
  2193: ['+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000', 4167],
  27200: ['+proj=nzmg +lat_0=-41 +lon_0=173 +x_0=2510000 +y_0=6023150', 4272],
  3577: ['+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36', 4283],
  3112: ['+proj=lcc +lat_0=0 +lon_0=134 +lat_1=-18 +lat_2=-36', 4283],
  5070: ['+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5', 4269],
  6350: ['+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5', 6318],
  3338: ['+proj=aea +lat_0=50 +lon_0=-154 +lat_1=55 +lat_2=65', 4269],
  3005: ['+proj=aea +lat_0=45 +lon_0=-126 +lat_1=50 +lat_2=58.5 +x_0=1000000', 4269],
  3347: ['+proj=lcc +lat_0=63.390675 +lon_0=-91.8666666666667 +lat_1=49 +lat_2=77 +x_0=6200000 +y_0=3000000', 4269],
  3978: ['+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77', 4269],
  3979: ['+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77', 4617],
};

/** A projected coordinate system as PROJ parameters, in metres; undefined for a code that is not in the tables. */
export function projectedSystem(code: number): string | undefined {
  if (code === 3857 || code === 3785) return sphereMercator;
  const datum = datumOfProjected(code);
  if (datum === undefined) return undefined;
  const single = singles[code];
  if (single) return `${single[0]} ${datums[datum]}`;
  const range = rangeOf(code)!;
  const zone = range.zone + code - range.first;
  return `+proj=utm +zone=${zone}${range.south ? ' +south' : ''} ${datums[datum]}`;
}

/** The EPSG code of the geographic system of a projected one; undefined for a code that is not in the tables. */
export function datumOfProjected(code: number): number | undefined {
  return singles[code]?.[1] ?? rangeOf(code)?.datum;
}

function rangeOf(code: number) {
  return utm.find(({ first, last }) => code >= first && code <= last);
}
