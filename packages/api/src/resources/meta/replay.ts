import { formatTime } from '@severe/base';
import { shape, type TypeOf } from '@severe/http';

/** What a service plays that does not follow the present. */
export interface ReplayOptions {
  from: Date;
  /** Undefined if it has no end. */
  to: Date | undefined;
  /** Seconds of its clock per real second. */
  speed: number;
  /** Whether the answers of the providers are those of a recording. */
  recorded: boolean;
}

/** Member `replay` of responses. */
export const replayShape = shape.nullable(
  shape.named(
    'Replay',
    shape.object({
      from: shape.time({ about: 'Start of the period.' }),
      to: shape.nullable(shape.time({ about: 'End of the period, at which the clock stops; null if it has none.' })),
      speed: shape.number({ about: 'Seconds of the clock of the service per real second, at most.', example: 10 }),
      recorded: shape.boolean({ about: 'Whether it plays a recording of the providers.' }),
      ended: shape.boolean({ about: 'Whether the clock has stopped.' }),
    }),
  ),
);

/** Presents a replay. */
export function presentReplay(replay: ReplayOptions | undefined, now: Date): TypeOf<typeof replayShape> {
  if (!replay) return null;
  const { from, to, speed, recorded } = replay;
  return {
    from: formatTime(from),
    to: to ? formatTime(to) : null,
    speed,
    recorded,
    ended: to !== undefined && now >= to,
  };
}
