export { compileMatch } from '../../src/bare/match.ts';
