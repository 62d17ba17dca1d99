// Put into the head of every page, so that it runs while the document is still being read: the theme, before anything is
// painted, and requests for what the first view needs, so that texts and pictures come with the scripts and not after them.
import { embeddedFirstView } from '../features/feed/embedded-page.ts'
import { gridShape, layoutTiles } from '../features/feed/layout.ts'
import { pictureSources } from '../features/feed/picture-sources.ts'
import { firstAtOrAfter } from '../features/feed/visible-tiles.ts'
import { paintTheme, readTheme } from '../lib/paint-theme.ts'
import { isVisitor, storedLanguage } from './reader.ts'

/** Of the window's width; the page's margins are not known before its styles. */
const WALL_SHARE = 0.96
const TOP_BAR_PX = 64

paintTheme(readTheme())
const view = embeddedFirstView()
const texts = view?.texts[storedLanguage()]
if (texts) ask({ rel: 'modulepreload', href: texts })
// What hangs on a member's wall is asked for by the application.
if (view?.page?.success && isVisitor()) {
  const { recommendations } = view.page.data
  const shape = gridShape(innerWidth * WALL_SHARE, innerWidth, 0)
  const { tops } = layoutTiles(
    recommendations.map(({ image }) => image),
    shape,
  )
  const inSight = recommendations.slice(0, firstAtOrAfter(tops, innerHeight - TOP_BAR_PX))
  for (const [index, { image }] of inSight.entries()) {
    const { src, srcSet, sizes } = pictureSources(image, shape.columnWidth)
    const fetchPriority = index < shape.columns ? 'high' : 'auto'
    ask({
      rel: 'preload',
      as: 'image',
      href: src,
      fetchPriority,
      ...(srcSet && sizes && { imageSrcset: srcSet, imageSizes: sizes }),
    })
  }
}

function ask(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}
