/** A satellite with imagery in a public bucket. Its sector over the United States uses a fixed grid of scan angles. */
export interface Satellite {
  /** Id in file names. */
  id: string;
  name: string;
  bucket: string;
}

/** By the values of the setting `SATELLITE`. */
export const satellites: Record<'east' | 'west', Satellite> = {
  east: { id: 'G19', name: 'GOES-East (GOES-19, 75.2° W)', bucket: 'https://noaa-goes19.s3.amazonaws.com' },
  west: { id: 'G18', name: 'GOES-West (GOES-18, 137.0° W)', bucket: 'https://noaa-goes18.s3.amazonaws.com' },
};

/** Bucket folder of the source of all products: all bands of the sector over the United States, at 2 km. */
export const imageryFolder = 'ABI-L2-MCMIPC';

/** Bucket folder of files of one band each, of the same sector. */
export const bandFolder = 'ABI-L2-CMIPC';

/** Bucket folder of the lightning mapper, in granules of 20 seconds. */
export const lightningFolder = 'GLM-L2-LCFA';
