import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { listedSources } from '#contract/memes/picture-sources.ts'
import { type Groups, layoutTiles, shapeIn } from '../features/memes/grid/layout.ts'
import { averageColor } from '../features/memes/picture/thumbhash.ts'
import { element } from './element.ts'
import { isPainted, priorityOf } from './first-memes.ts'
import { viewer } from './viewer.ts'

/**
 * Paints the tiles in the viewport at the positions that the application will use.
 * @param page must be attached to the document already
 */
export function paintGrid(page: Element, memes: readonly Meme[], groups: Groups = {}): void {
  const grid = element('div', 'first-grid')
  page.append(grid)
  const { shape, tops, heights, widths, lefts, height } = layoutTiles(
    memes.map(({ image }) => image),
    shapeIn(grid, viewer.user !== null),
    groups,
  )
  grid.style.height = `${height}px`
  const end = innerHeight - grid.getBoundingClientRect().top - scrollY
  for (const [index, meme] of memes.entries()) {
    const top = tops[index] ?? 0
    if (top > end) break
    const width = widths[index] ?? 0
    const tile = element('a', 'first-tile')
    tile.href = `/?view=${meme._id}`
    Object.assign(tile.style, {
      transform: `translate(${lefts[index] ?? 0}px, ${top}px)`,
      width: `${width}px`,
      height: `${(heights[index] ?? 0) - shape.captionHeight}px`,
      background: averageColor(meme.image.thumbhash),
    })
    if (isPainted(meme)) tile.append(picture(meme, `${width}px`))
    grid.append(tile)
  }
}

export function picture(meme: Meme, shownAs: string): HTMLImageElement {
  const { src, srcSet, sizes } = listedSources(meme.image, shownAs)
  return Object.assign(element('img', ''), {
    alt: pictureAlt(meme),
    decoding: 'sync',
    fetchPriority: priorityOf(meme.image),
    ...(sizes && { sizes }),
    ...(srcSet && { srcset: srcSet }),
    src,
  })
}
