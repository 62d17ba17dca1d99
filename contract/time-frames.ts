import type { Period } from './trending.ts'

/** The time frames as the addresses of trending pages name them, with what they are called in the calls. */
export const PERIOD_OF = { '24h': '24h', '1w': '7d', '1m': '1m' } as const satisfies Record<string, Period>

export type TimeFrame = keyof typeof PERIOD_OF
export const TIME_FRAMES = Object.keys(PERIOD_OF) as readonly TimeFrame[]

/** 24h where the address says nothing, or something else. */
export const readTimeFrame = (text: unknown): TimeFrame => TIME_FRAMES.find((frame) => frame === text) ?? '24h'
