import type { Point, Ring } from '@severe/geo';
import type { County } from '../land/counties.ts';
import type { Office } from '@severe/catalogue';
import type { Sample, Track } from '../threats/track.ts';

/** What a message does to its event, as VTEC says it. */
export type Action = 'NEW' | 'CON' | 'EXT' | 'CAN' | 'EXP';

/** One event through its life: a warning, a watch or an advisory of one office. */
export interface Warning {
  /** Never used again. */
  key: string;
  kind: WarningKind;
  office: Office;
  /** In order of time: the first is `NEW`, the last `EXP` or `CAN`. */
  messages: Message[];
  /** Of an event that is told by counties alone. */
  counties?: County[];
  /** Of a watch, which has its number from elsewhere. */
  number?: number;
  /** Of an event that is told ahead of its beginning. */
  beginsAt?: number;
}

export interface Message {
  action: Action;
  sentAt: number;
  /** When the event ends, as it is told now. */
  endsAt: number;
  /** Where. Counties follow from it where the event does not name them. */
  ring?: Ring;
  /** The storm that it is for, as it was when the message was sent. */
  storm?: { kind: Track['kind']; sample: Sample };
  /** Where in the country, for words. */
  place: Point;
}

/** Letters of phenomenon and significance; `SPS` has no event number and no end but its own. */
export type WarningKind = 'TO.W' | 'SV.W' | 'FF.W' | 'FA.Y' | 'SPS' | 'TO.A' | 'SV.A' | 'FW.W';
