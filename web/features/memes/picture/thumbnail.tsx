import type { MemeImage } from '#contract/memes.ts'
import { averageColor } from './thumbhash.ts'

/** A small still picture of a meme beside its name, so without a text of its own. */
export function Thumbnail({ image, className }: { image: MemeImage; className: string | undefined }) {
  return (
    <img
      src={image.imageSmall}
      alt=""
      width={image.width}
      height={image.height}
      loading="lazy"
      decoding="async"
      className={className}
      style={{ backgroundColor: averageColor(image.thumbhash) }}
    />
  )
}
