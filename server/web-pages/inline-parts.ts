import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** CSP sources, `'sha256-…'`, one per inline element with text in the page. */
export interface InlineHashes {
  script: readonly string[]
  style: readonly string[]
}

/** The inline style and script that paint a screen's first view. */
export interface FirstScreen {
  style: string
  script: string
  hashes: InlineHashes
}

/** Placeholder for the script of a page's screen. */
export const SCREEN_MARK = '<!--first-screen-->'
/** Screen of the pages that paint nothing themselves. */
export const PLAIN_SCREEN = 'plain'
const PARTS = /<(style|script) data-screen="([\w-]+)">([\s\S]*?)<\/\1>/g
const POLICY = 'content-security-policy'

/** Separates the parts of all screens, as built by tools/scripts/inline-scripts.ts, from the page. */
export function takeScreens(html: string): { html: string; screens: Record<string, FirstScreen> } {
  const screens: Record<string, FirstScreen> = {}
  for (const [, element = '', name = '', text] of html.matchAll(PARTS)) {
    const { style, script } = screens[name] ?? { style: '', script: '' }
    const part = `<${element}>${text}</${element}>`
    const parts = element === 'style' ? { style: part, script } : { style, script: part }
    screens[name] = { ...parts, hashes: hashesOf(parts.style + parts.script) }
  }
  const first = html.search(PARTS)
  const without = html.replace(PARTS, '')
  return { html: first < 0 ? html : without.slice(0, first) + SCREEN_MARK + without.slice(first), screens }
}

/** Returns the hashes of all inline scripts and styles in markup. */
export const hashesOf = (markup: string): InlineHashes => ({
  script: inlineHashes(markup, 'script'),
  style: inlineHashes(markup, 'style'),
})

const inlineHashes = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** Allows a screen's style and script in this document only, so that the header does not grow with the number of screens. */
export function allowScreen(reply: FastifyReply, screen: FirstScreen | undefined): void {
  const policy = reply.getHeader(POLICY)
  if (!screen || typeof policy !== 'string') return
  const directives = policy.split(';').map((directive) => {
    const [name] = directive.split(' ')
    if (name === 'script-src') return [directive, ...screen.hashes.script].join(' ')
    // A hash would cancel 'unsafe-inline' (CSP 3, 6.7.3.2).
    if (name !== 'style-src' || directive.includes("'unsafe-inline'")) return directive
    return [directive, ...screen.hashes.style].join(' ')
  })
  reply.header(POLICY, directives.join(';'))
}
