import type { GateLayout, MomentName, SitePosition } from '@severe/nexrad';

/**
 * The values of a radar volume as one TIFF: an image for every sweep and moment, a row a radial clockwise from north, a
 * column a gate, codes as the radar sent them, each image in one deflated strip. All directories stand before the
 * strips, so that what is there is known from the head, and a sweep is had by one ranged read.
 */
export interface PolarVolume {
  station: string;
  site: SitePosition;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Number of the volume coverage pattern; null where the radar did not say. */
  vcp: number | null;
  /** In the order of the scan. */
  pages: Page[];
}

/** One moment of one sweep. */
export interface Page extends GateLayout {
  moment: MomentName;
  /** Place of the sweep in the volume, from 0. */
  sweep: number;
  /** The angle that the radar was told to scan, to a tenth of a degree. */
  cutDeg: number;
  /** The angle that it did scan. */
  elevationDeg: number;
  azimuthStepDeg: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  nyquistMps: number | null;
  isComplete: boolean;
  /** Centres of the radials, ascending. */
  azimuthsDeg: Float32Array;
  /** Where its codes lie in the file, deflated. */
  strip: { start: number; length: number };
}

/** What a page says of itself in the metadata of its image; all but what the tags of TIFF say. */
export type PageFacts = Omit<Page, 'azimuthsDeg' | 'strip' | 'gates' | 'wordBits'>;

/** What a volume says of itself, in the metadata of its first image. */
export type VolumeFacts = Omit<PolarVolume, 'pages'>;

/** Names of our two items of the metadata. */
export const items = { page: 'SEVERE_SWEEP', volume: 'SEVERE_VOLUME' } as const;

/** Of the tags that are free for private use: centres of the radials, in parts of a turn divided by 65536. */
export const azimuthsTag = 65_000;

/** Parts of a turn: 0.0055°, or 10 m at 200 km. */
export const azimuthParts = 65_536;
