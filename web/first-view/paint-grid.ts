// Put behind the root of every page: paints the grid's first pictures where the application will place them, so that a visitor
// sees them one round trip after the document, and a member two. The application's first render takes their place without
// moving anything.
import type { Meme } from '#contract/memes.ts'
import { pictureAlt } from '#contract/picture-alt.ts'
import { listedSources } from '#contract/picture-sources.ts'
import { layoutTiles, shapeIn } from '../features/memes/grid/layout.ts'
import { averageColor } from '../features/memes/picture/thumbhash.ts'
import { embeddedFirstView } from '../lib/embedded-view.ts'
import { prefersLessMotion } from '../lib/motion.ts'
import './first-memes.ts'
import { reader } from './reader.ts'
import { startApplication } from './start.ts'

const root = document.getElementById('root')
// The content security policy forbids style attributes.
const stage = root?.querySelector<HTMLElement>('[data-picture-ratio]')
stage?.style.setProperty('--picture-ratio', stage.dataset.pictureRatio ?? '1')
const { firstMemes } = globalThis
if (Array.isArray(firstMemes)) paintGrid(firstMemes)
else void firstMemes?.then(paintGrid)
void startApplication(root?.querySelector('img'))

function paintGrid(memes: readonly Meme[]): void {
  // A member's memes may come after the application, which has painted them itself then or is about to.
  if (!root || root.hasChildNodes() || memes.length === 0) return
  const grid = element('div', 'first-grid')
  const page = element('div', 'first-page')
  const hasTags = embeddedFirstView()?.tags?.length !== 0
  page.append(element('div', hasTags ? 'first-tags' : 'first-tabs'), grid)
  root.append(element('div', 'first-bar'), page)
  const shape = shapeIn(grid, reader.user !== null)
  const images = memes.map(({ image }) => image)
  const { tops, heights, lefts, height } = layoutTiles(images, shape)
  grid.style.height = `${height}px`
  const end = innerHeight - grid.getBoundingClientRect().top - scrollY
  for (const [index, meme] of memes.entries()) {
    const top = tops[index] ?? 0
    if (top > end) break
    const tile = element('a', 'first-tile')
    tile.href = `/?view=${meme._id}`
    const transform = `translate(${lefts[index] ?? 0}px, ${top}px)`
    Object.assign(tile.style, {
      transform,
      width: `${shape.columnWidth}px`,
      height: `${(heights[index] ?? 0) - shape.captionHeight}px`,
      background: averageColor(meme.image.thumbhash),
    })
    // The application decides whether a sensitive picture is shown.
    if (!meme.sensitive && (!meme.image.animated || !prefersLessMotion())) tile.append(picture(meme, shape.columnWidth))
    grid.append(tile)
  }
}

function picture(meme: Meme, width: number): HTMLImageElement {
  const { src, srcSet, sizes } = listedSources(meme.image, `${width}px`)
  return Object.assign(element('img', ''), {
    alt: pictureAlt(meme),
    decoding: 'sync',
    fetchPriority: 'high',
    ...(sizes && { sizes }),
    ...(srcSet && { srcset: srcSet }),
    src,
  })
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), { className })
}
