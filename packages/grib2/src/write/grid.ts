import { Octets } from './octets.ts';

/** Grid template 3.0: a regular grid of latitudes and longitudes. Degrees; the first point is the first stored one. */
export interface LatLonGridInput {
  kind: 'latlon';
  width: number;
  height: number;
  firstLat: number;
  firstLon: number;
  stepLon: number;
  stepLat: number;
  /** Table 3.2: 6, the default, is a sphere of 6,371,229 m; 2 is the IAU ellipsoid of 1965. */
  earth?: 2 | 6;
  /** Flags of table 3.4; 0, the default, is west to east and north to south, 64 south to north. */
  scan?: number;
}

/** Grid template 3.30: Lambert conformal conic on the sphere of 6,371,229 m. Degrees and metres. */
export interface LambertGridInput {
  kind: 'lambert';
  width: number;
  height: number;
  firstLat: number;
  firstLon: number;
  /** The latitude at which the steps are true. */
  trueLat: number;
  /** The meridian that is parallel to the columns. */
  orientationLon: number;
  lat1: number;
  lat2: number;
  stepX: number;
  stepY: number;
  /** 64, the default, is west to east and south to north. */
  scan?: number;
}

export type GridInput = LatLonGridInput | LambertGridInput;

/** The grid of the MRMS mosaics over the contiguous states: 7000 × 3500 points, 0.01° apart, north-west first. */
export const mrmsGrid: LatLonGridInput = {
  kind: 'latlon',
  width: 7000,
  height: 3500,
  firstLat: 54.995,
  firstLon: -129.995,
  stepLon: 0.01,
  stepLat: 0.01,
  earth: 2,
};

/** The grid of the HRRR model over the contiguous states: 1799 × 1059 points, 3 km apart. */
export const hrrrGrid: LambertGridInput = {
  kind: 'lambert',
  width: 1799,
  height: 1059,
  firstLat: 21.138123,
  firstLon: -122.719528,
  trueLat: 38.5,
  orientationLon: -97.5,
  lat1: 38.5,
  lat2: 38.5,
  stepX: 3000,
  stepY: 3000,
};

/** Section 3. */
export function gridSection(grid: GridInput): Uint8Array {
  return grid.kind === 'latlon' ? latLonSection(grid) : lambertSection(grid);
}

const sphere = 6;

const micro = (degrees: number): number => Math.round(degrees * 1e6);
const eastward = (lon: number): number => micro(((lon % 360) + 360) % 360) % 360e6;

function header(template: number, length: number, { width, height }: GridInput, earth: number): Octets {
  return new Octets(3, length)
    .u32(7, width * height)
    .u16(13, template)
    .u8(15, earth)
    .u32(31, width)
    .u32(35, height);
}

function latLonSection(grid: LatLonGridInput): Uint8Array {
  const scan = grid.scan ?? 0;
  const eastwards = scan & 0x80 ? -1 : 1;
  const northwards = scan & 0x40 ? 1 : -1;
  return header(0, 72, grid, grid.earth ?? sphere)
    .u32(39, 0) // no basic angle: the unit is a millionth of a degree
    .u32(43, 0xffffffff)
    .s32(47, micro(grid.firstLat))
    .u32(51, eastward(grid.firstLon))
    .u8(55, 0b0011_0000) // both increments are given
    .s32(56, micro(grid.firstLat + northwards * (grid.height - 1) * grid.stepLat))
    .u32(60, eastward(grid.firstLon + eastwards * (grid.width - 1) * grid.stepLon))
    .u32(64, micro(grid.stepLon))
    .u32(68, micro(grid.stepLat))
    .u8(72, scan).bytes;
}

function lambertSection(grid: LambertGridInput): Uint8Array {
  const millimetres = (metres: number): number => Math.round(metres * 1000);
  return header(30, 81, grid, sphere)
    .s32(39, micro(grid.firstLat))
    .u32(43, eastward(grid.firstLon))
    .u8(47, 0b0000_1000) // components of vectors are relative to the grid
    .s32(48, micro(grid.trueLat))
    .u32(52, eastward(grid.orientationLon))
    .u32(56, millimetres(grid.stepX))
    .u32(60, millimetres(grid.stepY))
    .u8(64, grid.lat1 < 0 ? 0x80 : 0)
    .u8(65, grid.scan ?? 0x40)
    .s32(66, micro(grid.lat1))
    .s32(70, micro(grid.lat2)).bytes;
}
