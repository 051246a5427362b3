/** The file formats that are read from providers. */
export const formats = ['grib2', 'geotiff', 'level2', 'level3', 'netcdf', 'gzip'] as const;
export type Format = (typeof formats)[number];
