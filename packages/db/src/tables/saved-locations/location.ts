import type { Area } from '@severe/geo';
import { column, type RowOf } from '../../columns.ts';
import type { AlertTags, StormMotion } from '../alerts/alert.ts';
import type { NewMail } from '../mails/enqueue.ts';
import type { ReadStep, StepLimits } from '../alerts/read-changes.ts';
import type { Severity } from '../alerts/severity.ts';

/** What a user chooses. */
export const chosen = {
  name: column<string>('name text'),
  label: column<string | null>('label text'),
  lat: column<number>('lat double precision'),
  lon: column<number>('lon double precision'),
  alertsEnabled: column<boolean>('alerts_enabled boolean'),
  /** Alerts below are not mailed. */
  minSeverity: column<Severity>('min_severity text'),
};
export type NewLocation = RowOf<typeof chosen>;

/** A place that a user has saved. */
export interface SavedLocation extends NewLocation {
  id: number;
  createdAt: Date;
}

/** A change; absent fields stay. */
type LocationChange = Partial<Pick<NewLocation, 'name' | 'alertsEnabled' | 'minSeverity'>>;

/** An alert at a saved location, for the mail about it. */
export interface LocationAlert {
  location: Pick<SavedLocation, 'id' | 'name' | 'label' | 'lat' | 'lon'> & { unsubscribeKey: string };
  /** Verified address of the owner. */
  email: string;
  alert: {
    id: number;
    event: string;
    severity: string;
    headline: string | null;
    description: string | null;
    instruction: string | null;
    areaDesc: string;
    sent: Date;
    onset: Date | null;
    expires: Date;
    tags: AlertTags;
    motion: StormMotion | null;
    /** GeoJSON of the polygon; null for an alert of zones. */
    polygon: Area | null;
  };
}

/** The mail about an alert. */
export interface AlertMail extends NewMail {
  /** What is sent instead, once a day, when the mailbox has had as many mails about alerts as it may. */
  whenFull: NewMail;
}

/** Saved locations of users. Methods with a user find only locations of that user. */
export interface SavedLocations {
  /** Undefined if the user already has `most`. */
  insert(userId: number, location: NewLocation, most: number): Promise<SavedLocation | undefined>;
  /** All of a user, by id. */
  ofUser(userId: number): Promise<SavedLocation[]>;
  /** Undefined if the user has no such location. */
  update(userId: number, id: number, change: LocationChange): Promise<SavedLocation | undefined>;
  /** False if the user has no such location. */
  remove(userId: number, id: number): Promise<boolean>;
  /** The location of a key in an unsubscribe link. */
  findByKey(unsubscribeKey: string): Promise<Pick<SavedLocation, 'name' | 'alertsEnabled'> | undefined>;
  /** Ends the e-mails of a location. False if the key belongs to none. */
  unsubscribe(unsubscribeKey: string): Promise<boolean>;
  /**
   * Matches changed alerts with the locations whose owner has a verified address, and adds a mail for each location and alert
   * to the outbox, once. Call it until no more changes remain.
   *
   * @param compose text of the mail
   */
  mailAlerts(limits: StepLimits, compose: (hit: LocationAlert) => AlertMail): Promise<ReadStep<{ mails: number }>>;
  /** The same for active alerts of zones whose shapes came or changed after the alerts. @param limit mails of one step */
  mailLateZones(limit: number, compose: (hit: LocationAlert) => AlertMail): Promise<ReadStep<{ mails: number }>>;
}
