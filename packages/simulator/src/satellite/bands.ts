/** Storage and radiometry of a band of the imager. */
export interface Band {
  number: number;
  /** Centre wavelength, micrometres. */
  wavelength: number;
  /** Bits of the stored integers. */
  bits: number;
  scale: number;
  offset: number;
  radiometry: Reflected | Emitted;
}

/** Reflected sunlight, as fractions of the incoming light. */
export interface Reflected {
  kind: 'reflectance';
  sea: number;
  green: number;
  desert: number;
  waterCloud: number;
  iceCloud: number;
  /** Contribution of clear air. */
  air: number;
}

/** Emitted radiation. */
export interface Emitted {
  kind: 'temperature';
  /** Fraction of the ground's radiation that passes dry, clear air; the rest is air at `airK`. */
  ground: number;
  airK: number;
  /** Cooling by water vapour, K per kg/m². */
  vapour: number;
  /** Cooling by moist air aloft, K. */
  aloft: number;
  /** Fraction of low clouds that is visible. */
  lowCloud: number;
  /** Visibility of thin ice, relative to 10.3 µm. */
  ice: number;
  /** Cooling by dust, K. */
  dust: number;
  /** Reflected sunlight with the sun overhead, K: over water cloud, ice cloud and ground. */
  sunlit?: { waterCloud: number; iceCloud: number; ground: number };
}

type Reflectances = [sea: number, green: number, desert: number, waterCloud: number, iceCloud: number, air: number];

const reflected = (number: number, wavelength: number, shares: Reflectances): Band => {
  const [sea, green, desert, waterCloud, iceCloud, air] = shares;
  const radiometry: Reflected = { kind: 'reflectance', sea, green, desert, waterCloud, iceCloud, air };
  return { number, wavelength, bits: 12, scale: 0.00031746, offset: 0, radiometry };
};

type Emission = [
  ground: number,
  airK: number,
  vapour: number,
  aloft: number,
  lowCloud: number,
  ice: number,
  dust: number,
];
type Packed = [bits: number, scale: number, offset: number];

const emitted = (
  number: number,
  wavelength: number,
  [bits, scale, offset]: Packed,
  [ground, airK, vapour, aloft, lowCloud, ice, dust]: Emission,
  sunlit?: Emitted['sunlit'],
): Band => {
  const radiometry: Emitted = { kind: 'temperature', ground, airK, vapour, aloft, lowCloud, ice, dust, sunlit };
  return { number, wavelength, bits, scale, offset, radiometry };
};

/**
 * The sixteen bands. Wavelengths and packing are those of the imager. The radiometry is simplified. It
 * distinguishes snow from cloud at 1.6 µm, dust from thin ice at 8.4 to 12.3 µm, and three levels of water vapour.
 *
 * @see GOES-R Product Definition and User's Guide, volume 5, table 5.1.3.6
 */
// prettier-ignore
export const bands: Band[] = [
  reflected(1, 0.47, [0.04, 0.04, 0.1, 0.62, 0.78, 0.1]),
  reflected(2, 0.64, [0.03, 0.06, 0.21, 0.64, 0.8, 0.035]),
  reflected(3, 0.865, [0.015, 0.34, 0.29, 0.63, 0.79, 0.01]),
  reflected(4, 1.378, [0.001, 0.001, 0.004, 0.02, 0.42, 0]),
  reflected(5, 1.61, [0.005, 0.2, 0.35, 0.54, 0.27, 0]),
  reflected(6, 2.25, [0.003, 0.1, 0.31, 0.42, 0.17, 0]),
  emitted(7, 3.9, [14, 0.01309618, 197.31], [1, 250, 0.03, 0, 0.95, 0.8, 1], { waterCloud: 30, iceCloud: 12, ground: 7 }),
  emitted(8, 6.185, [12, 0.04224268, 138.05], [0, 244, 0, 12, 0, 1, 0]),
  emitted(9, 6.95, [12, 0.04233953, 137.7], [0, 254, 0, 11, 0.05, 1, 0]),
  emitted(10, 7.34, [12, 0.04988584, 126.91], [0.1, 263, 0.02, 9, 0.25, 1, 0]),
  emitted(11, 8.5, [12, 0.05216, 127.69], [1, 250, 0.11, 0, 1, 0.92, 5]),
  emitted(12, 9.61, [12, 0.04733922, 117.49], [0.6, 246, 0.03, 0, 0.7, 0.95, 3]),
  emitted(13, 10.35, [12, 0.06145332, 89.62], [1, 250, 0.05, 0, 1, 1, 8]),
  emitted(14, 11.2, [12, 0.05985, 96.19], [1, 250, 0.07, 0, 1, 1.04, 6]),
  emitted(15, 12.3, [12, 0.05956, 97.38], [1, 250, 0.12, 0, 1, 1.1, 4]),
  emitted(16, 13.3, [12, 0.05502, 92.7], [0.62, 246, 0.04, 0, 0.8, 1, 2]),
];
