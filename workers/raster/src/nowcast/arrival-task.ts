import type { ExpectedEcho, ExpectingWebhook } from '@severe/db';

/** A run of the nowcast in which echoes are looked for. */
export interface ArrivalTask {
  /** Time of the radar image from which it is made. */
  runAt: Date;
  /** Value file of that image. */
  valuesKey: string;
  /** Value files of the chances of each level, in order of lead times. */
  chances: { dbz: number; validAt: Date; valuesKey: string }[];
  webhooks: ExpectingWebhook[];
}

/** The echoes that webhooks are to be told of. */
export type ArrivalReport = ExpectedEcho[];
