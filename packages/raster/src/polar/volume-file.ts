import type { GateLayout, MomentName, SitePosition } from '@severe/nexrad';

/**
 * The values of a radar volume as one TIFF. Each sweep and moment is an image: rows are radials clockwise from north, columns
 * are gates, samples are the codes that the radar sent, in one deflated strip. All directories precede the strips, so the
 * head of the file describes all sweeps, and one ranged read fetches a sweep.
 */
export interface PolarVolume {
  station: string;
  site: SitePosition;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Number of the volume coverage pattern; null if unknown. */
  vcp: number | null;
  /** In the order of the scan. */
  pages: Page[];
}

/** One moment of one sweep. */
export interface Page extends GateLayout {
  moment: MomentName;
  /** Index of the sweep in the volume, from 0. */
  sweep: number;
  /** Commanded elevation angle, to a tenth of a degree. */
  cutDeg: number;
  /** Measured elevation angle. */
  elevationDeg: number;
  azimuthStepDeg: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  nyquistMps: number | null;
  isComplete: boolean;
  /** Azimuths of the radials' centres, ascending. */
  azimuthsDeg: Float32Array;
  /** Range of the deflated codes in the file. */
  strip: { start: number; length: number };
}

/** Metadata of a page, without what TIFF tags hold. */
export type PageFacts = Omit<Page, 'azimuthsDeg' | 'strip' | 'gates' | 'wordBits'>;

/** Metadata of a volume, stored in its first image. */
export type VolumeFacts = Omit<PolarVolume, 'pages'>;

/** Names of our two metadata items. */
export const items = { page: 'SEVERE_SWEEP', volume: 'SEVERE_VOLUME' } as const;

/** A tag for private use: azimuths of the radials' centres, in whole parts of a circle. */
export const azimuthsTag = 65_000;

/** Parts of a circle: 0.7 mm at 460 km, as exact as the radar's own numbers. */
export const azimuthParts = 2 ** 32;

/** Parts of a circle in older files, whose azimuths are 16-bit numbers: up to 22 m off at 460 km. */
export const coarseAzimuthParts = 2 ** 16;
