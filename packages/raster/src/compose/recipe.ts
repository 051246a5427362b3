/**
 * One colour of a composite: a band, or the difference of two, of which `from` becomes dark and `to` bright, whichever
 * is larger; between them the part is raised to 1 / gamma. Bands count in the units of the file: K, or a part of 1.
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

/** The bands of a picture that is daylight in the one half and infrared in the other. */
export interface DayNightRecipe {
  red: string;
  blue: string;
  /** Near infrared, where plants are bright: what stands in for the green that the instrument lacks. */
  vegetation: string;
  infrared: string;
}
