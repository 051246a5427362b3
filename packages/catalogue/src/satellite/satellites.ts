/** A satellite whose imagery we can take. Its sector over the United States is cut from the same angles of view. */
export interface Satellite {
  /** As file names have it. */
  id: string;
  name: string;
  bucket: string;
}

/** By the names that the setting `SATELLITE` takes. */
export const satellites: Record<'east' | 'west', Satellite> = {
  east: { id: 'G19', name: 'GOES-East (GOES-19, 75.2° W)', bucket: 'https://noaa-goes19.s3.amazonaws.com' },
  west: { id: 'G18', name: 'GOES-West (GOES-18, 137.0° W)', bucket: 'https://noaa-goes18.s3.amazonaws.com' },
};

/** The folder of the buckets that all products are made of: all bands of the sector over the United States, at 2 km. */
export const imageryFolder = 'ABI-L2-MCMIPC';

/** The folder of what the lightning mapper sees, in granules of twenty seconds. */
export const lightningFolder = 'GLM-L2-LCFA';
