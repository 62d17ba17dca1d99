import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FIRST_VIEW_HASH, firstViewMarkup } from './first-view.ts'

const image = (name: string, width: number, animated = false) => ({
  image: { imageSmall: `/media/${name}-s.webp`, imageMedium: `/media/${name}-m.webp`, width, animated },
})
const feed = (...memes: ReturnType<typeof image>[]) => JSON.stringify({ data: { recommendations: memes } })
const dataOf = (markup: string) => JSON.parse(/id="first-view">(.*?)<\/script>/.exec(markup)?.[1] ?? '')

describe('the head of a page', () => {
  it('names the forms between which each tile chooses, as the tile does', () => {
    const { pictures } = dataOf(
      firstViewMarkup(feed(image('wide', 2000), image('narrow', 480), image('gif', 900, true)), {}),
    )
    expect(pictures).toEqual([
      ['/media/wide-s.webp', '/media/wide-m.webp', 1080],
      ['/media/narrow-s.webp'],
      ['/media/gif-s.webp'],
    ])
  })

  it('has no pictures where the page shows no feed, but texts', () => {
    const { pictures, texts } = dataOf(firstViewMarkup(null, { en: '/assets/texts-en.js' }))
    expect(pictures).toEqual([])
    expect(texts).toEqual({ en: '/assets/texts-en.js' })
  })

  it('lets nothing end the element early', () => {
    expect(firstViewMarkup(feed(image('</script><b>', 300)), {})).not.toContain('</script><b>')
  })

  it('carries the very script that the content security policy allows', () => {
    const script = /<script>([\s\S]*)<\/script>$/.exec(firstViewMarkup(null, {}))?.[1] ?? ''
    expect(FIRST_VIEW_HASH).toBe(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  })
})
