import { alertFaults } from './alerts.ts';
import { bodyFaults } from './bodies.ts';
import { documentFaults } from './documents.ts';
import type { Fault } from './fault.ts';
import { listingFaults } from './listings.ts';
import { responseFaults } from './responses.ts';
import { shapeFaults } from './shapes.ts';

/** Every fault of a provider that can be switched on. */
export const faults: readonly Fault[] = [
  ...responseFaults,
  ...bodyFaults,
  ...listingFaults,
  ...documentFaults,
  ...shapeFaults,
  ...alertFaults,
];
