import type { MemeImage } from '#contract/memes/memes.ts'
import { averageColor } from './thumbhash.ts'

/** A small still picture next to the meme's name, so its alt text is empty. */
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
