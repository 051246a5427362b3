/** The alert of a message. The record at `links.self` has the rest. */
export interface MessageAlert {
  id: number;
  event: string;
  severity: string;
  headline: string | null;
  areaDesc: string;
  instruction: string | null;
  expires: Date;
  /** GeoJSON text of its polygon. */
  geometry: string;
}

/** The echo of a message. */
export interface MessageEcho {
  minDbz: number;
  /** Time of the radar image from which it is extrapolated. */
  radarAt: Date;
  /** When it is more likely than not to be there, with the spread. */
  arrivesAt: Date;
  earliestAt: Date;
  latestAt: Date | null;
  /** Percent. */
  chance: number;
  /** Where it comes first. */
  lat: number;
  lon: number;
}

/** A message about one of both. */
export interface MessageSubject {
  /** The `webhook-id`. */
  messageId: string;
  alert?: MessageAlert;
  expected?: MessageEcho;
}

/** What all messages of an attempt depend on. */
export interface Occasion {
  deliveredAt: Date;
  /** What URLs of the API begin with. */
  api: string;
  /** URL of the service, without a slash at its end. */
  site: string;
  /** Whether the weather is not real: notes say so first. */
  simulated: boolean;
}
