export { hasPast, rememberPast } from '../../src/past.ts';
