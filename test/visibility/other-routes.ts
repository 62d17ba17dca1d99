import type { FastifyInstance } from 'fastify'
import { PAGES } from '#contract/pages.ts'

/**
 * Every route outside of the API and the pages, by its pattern, except those that end with `*`: Fastify prints them without their
 * beginning. It prints a tree with four characters per level.
 */
export function otherRoutes(app: FastifyInstance): string[] {
  const parents: string[] = []
  const found: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
    if (part === '') continue
    const depth = indent.length / 4
    parents.length = depth
    parents.push(part)
    if (/GET|POST/.test(methods)) found.push(parents.join(''))
  }
  const pages = new Set<string>(Object.values(PAGES))
  const routes = new Set(found.map((route) => route.replace(/(.)\/$/, '$1')))
  return [...routes].filter((route) => !route.startsWith('/api') && !route.endsWith('*') && !pages.has(route))
}
