import type { Period } from './trending.ts'

/** Time frames in the URLs of trending pages, mapped to the periods of the API. */
export const PERIOD_OF = { '24h': '24h', '1w': '7d', '1m': '1m' } as const satisfies Record<string, Period>

export type TimeFrame = keyof typeof PERIOD_OF
export const TIME_FRAMES = Object.keys(PERIOD_OF) as readonly TimeFrame[]

/** Defaults to 24h if the time frame is missing or unknown. */
export const readTimeFrame = (text: unknown): TimeFrame => TIME_FRAMES.find((frame) => frame === text) ?? '24h'
