export { isFilledIn } from '../../src/resources/docs/start-script.ts';
