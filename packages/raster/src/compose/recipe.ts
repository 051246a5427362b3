/**
 * One colour of a composite: a band, or the difference of two bands. `from` maps to dark and `to` to bright, in either order;
 * values between them are raised to 1 / gamma. Bands are in the units of the file: K, or reflectance from 0 to 1.
 */
export interface Channel {
  band: string;
  minus?: string;
  from: number;
  to: number;
  gamma: number;
}

/** A composite of three channels. */
export interface RgbRecipe {
  red: Channel;
  green: Channel;
  blue: Channel;
}

/** The bands of a day and night composite. */
export interface DayNightRecipe {
  red: string;
  blue: string;
  /** Near infrared, in which vegetation is bright; part of the simulated green. */
  vegetation: string;
  infrared: string;
}
