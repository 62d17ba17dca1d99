import type { Size } from '#contract/templates/caption-layout.ts'

export const DESTINATIONS = ['original', 'chat', 'post', 'story'] as const
export type Destination = (typeof DESTINATIONS)[number]

/** The size of an exported file, and the area of it that the picture fills. */
export interface Output {
  format: 'png' | 'jpeg'
  canvas: Size
  area: Size & { x: number; y: number }
}

/** Chats scale larger pictures down to about this side, with losses. */
const CHAT_SIDE_MAX_PX = 1280
/** Width of posts and stories on Instagram and Facebook, which scale other widths. */
const FEED_WIDTH_PX = 1080
/** Posts are shown whole between 1.91:1 and 4:5; others are cropped. */
const POST_HEIGHTS_PX = { min: 566, max: 1350 }
const STORY_HEIGHT_PX = 1920

/** Returns how a picture of this size, in pixels, is exported for a destination. */
export function outputFor(destination: Destination, picture: Size): Output {
  if (destination === 'original') return whole('png', picture)
  if (destination === 'chat') {
    const scale = Math.min(1, CHAT_SIDE_MAX_PX / Math.max(picture.width, picture.height))
    return whole('jpeg', scaled(picture, scale))
  }
  const { height: natural } = scaled(picture, FEED_WIDTH_PX / picture.width)
  const { min, max } = POST_HEIGHTS_PX
  const height = destination === 'story' ? STORY_HEIGHT_PX : Math.max(min, Math.min(max, natural))
  const canvas = { width: FEED_WIDTH_PX, height }
  const fitted = scaled(picture, Math.min(canvas.width / picture.width, canvas.height / picture.height))
  const x = Math.round((canvas.width - fitted.width) / 2)
  const y = Math.round((canvas.height - fitted.height) / 2)
  return { format: 'jpeg', canvas, area: { x, y, ...fitted } }
}

const whole = (format: Output['format'], size: Size): Output => ({
  format,
  canvas: size,
  area: { x: 0, y: 0, ...size },
})

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
