import type { TimeFrame } from '#contract/memes/time-frames.ts'

export const FRAME_KEYS = {
  '24h': 'trending.frames.day',
  '1w': 'trending.frames.week',
  '1m': 'trending.frames.month',
} as const satisfies Record<TimeFrame, string>
