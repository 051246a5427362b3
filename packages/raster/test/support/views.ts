export { conus2km, fullDisk1km, louisiana, meteosat, westConus2km, type ViewGrid } from '@severe/projection/testing';
