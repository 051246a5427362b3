export { commands } from '../../src/commands/index.ts';
