/** Hooks that mocha runs around the whole suite. */
export const mochaHooks = {};
