import { built, source, sourcesAreNewer } from '../../bin/build-state.cjs';

/**
 * Arguments of Node that start the command: as it is built, or from source where that is newer. To load the source costs each
 * start seconds of processor time, and the suite starts the command a hundred times.
 */
export const commandLine: readonly string[] = sourcesAreNewer()
  ? ['--import=tsx', '--conditions=@severe/source', source]
  : [built];
