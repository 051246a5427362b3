export * from '../../src/names/name-server.ts';
export { systemSources } from '../../src/names/probe.ts';
export { ReadyAddresses } from '../../src/names/ready-addresses.ts';
