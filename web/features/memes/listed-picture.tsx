import type { Meme } from '#contract/memes.ts'
import { prefersLessMotion } from '../../lib/motion.ts'
import { StillPicture } from './still-picture.tsx'
import { averageColor } from './thumbhash.ts'

interface ListedPictureProps {
  meme: Meme
  /** Empty where the meme's name stands beside it. */
  alt: string
  className?: string | undefined
  /** Shown larger than a small picture is; a moving one stays small, as its larger form weighs megabytes. */
  large?: boolean
  loading?: 'eager' | 'lazy'
}

/** A picture in a list beside the wall; a moving one stands still for readers who asked for less motion. */
export function ListedPicture({ meme, alt, className, large = false, loading = 'lazy' }: ListedPictureProps) {
  const { imageSmall, imageMedium, width, height, thumbhash, animated } = meme.image
  const look = { className, width, height, style: { backgroundColor: averageColor(thumbhash) } }
  if (animated && prefersLessMotion()) return <StillPicture src={imageSmall} alt={alt} {...look} />
  return (
    <img src={large && !animated ? imageMedium : imageSmall} alt={alt} loading={loading} decoding="async" {...look} />
  )
}
