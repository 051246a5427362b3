import type { Point, Ring } from '@severe/geo';
import type { County } from '../land/counties.ts';
import type { Office } from '@severe/catalogue';
import type { Sample, Track } from '../threats/track.ts';

/** The action of a message, as in VTEC. */
export type Action = 'NEW' | 'CON' | 'EXT' | 'CAN' | 'EXP';

/** One event through its life: a warning, watch or advisory of one office. */
export interface Warning {
  /** Unique. */
  key: string;
  kind: WarningKind;
  office: Office;
  /** In order of time; the first is `NEW`, the last `EXP` or `CAN`. */
  messages: Message[];
  /** Present if the event is issued by county. */
  counties?: County[];
  /** Event number of a watch, which is assigned elsewhere. */
  number?: number;
  /** Start of the event, if later than its first message. */
  beginsAt?: number;
}

export interface Message {
  action: Action;
  sentAt: number;
  /** End of the event according to this message. */
  endsAt: number;
  /** The area. If the event has no counties, they are derived from it. */
  ring?: Ring;
  /** The storm at the time of the message. */
  storm?: { kind: Track['kind']; sample: Sample };
  /** A place for the text. */
  place: Point;
}

/** VTEC phenomenon and significance; `SPS` has no event number. */
export type WarningKind = 'TO.W' | 'SV.W' | 'FF.W' | 'FA.Y' | 'SPS' | 'TO.A' | 'SV.A' | 'FW.W';
