export { decode } from '../../src/commands/decode.ts';
