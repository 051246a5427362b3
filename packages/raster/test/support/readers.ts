// Readers inside the package, for fuzzing.
export { readField } from '../../src/read/geotiff/field.ts';
export { readLightningFile } from '../../src/read/netcdf/lightning.ts';
export { isTrap } from '../../src/read/netcdf/library-problem.ts';
export { surveyFile } from '../../src/read/netcdf/survey.ts';
