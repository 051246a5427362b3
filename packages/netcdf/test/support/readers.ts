// Readers inside the package, for fuzzing.
export { isTrap } from '../../src/library-problem.ts';
export { readLightningInPlace } from '../../src/lightning.ts';
export { surveyInPlace } from '../../src/survey.ts';
