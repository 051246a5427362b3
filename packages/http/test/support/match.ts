export { compileMatch } from '../../src/match.ts';
