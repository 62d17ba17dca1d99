import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type CallKey, calls } from '#contract/calls.ts'
import { PAGES } from '#contract/pages.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { WEB_PAGE } from '#test/head.ts'
import { CALLS } from '#test/visibility/call-surfaces.ts'
import { findMarks, isAsExpected, seenBy } from '#test/visibility/marks.ts'
import { otherRoutes } from '#test/visibility/other-routes.ts'
import { BOTS, OTHERS } from '#test/visibility/other-surfaces.ts'
import { PAGE_SURFACES, ROUTES, surfacesOf } from '#test/visibility/page-surfaces.ts'
import type { Surface } from '#test/visibility/surface.ts'
import { OF_READER, STATES, type State, TABLE } from '#test/visibility/table.ts'
import { buildWorld, enter } from '#test/visibility/world.ts'

/**
 * Checks one meme in every state against every place that could show it. New reading calls, pages and routes fail the first tests
 * until they are listed in test/visibility/, with how to request them or why they need no test.
 */
const folder = await folderForFile()
await writeFile(path.join(folder.path, 'index.html'), WEB_PAGE)
const app = await appForFile(BOTS, { webRoot: folder.path })
await app.app.listen({ port: 0, host: '127.0.0.1' })
const world = await buildWorld(app)

test('every reading call of the contract and every page is listed', () => {
  const reading = Object.keys(calls).filter((key) => key.startsWith('GET '))
  expect(Object.keys(CALLS).toSorted()).toEqual(reading.toSorted())
  expect(Object.keys(PAGE_SURFACES).toSorted()).toEqual(Object.keys(PAGES).toSorted())
})

test('every other route is listed', () => {
  const listed = [...Object.keys(ROUTES), ...Object.keys(OTHERS).filter((name) => name.startsWith('/'))]
  expect(listed.toSorted()).toEqual(otherRoutes(app.app).toSorted())
})

const surfaces: [string, Surface][] = [
  ...surfacesOf(CALLS),
  ...surfacesOf(PAGE_SURFACES),
  ...surfacesOf(ROUTES),
  ...surfacesOf(OTHERS),
]

interface Asked {
  name: string
  surface: Surface
  isVisitor: boolean
}

const mayVisit = (name: string) => {
  const call = calls[name.replace(/ \(\d+\)$/, '') as CallKey]
  return call?.auth === 'public'
}

/**
 * The requests to make in a state: as the reader, as a visitor if the call is public, and as the others unless the state is
 * specific to the reader.
 */
function askedIn(state: State): Asked[] {
  const isOfReader = OF_READER.has(state)
  return surfaces.flatMap(([name, surface]): Asked[] => {
    if (surface.by === 'reader')
      return [false, ...(mayVisit(name) && !isOfReader ? [true] : [])].map((isVisitor) => ({
        name,
        surface,
        isVisitor,
      }))
    return isOfReader ? [] : [{ name, surface, isVisitor: surface.by === 'visitor' }]
  })
}

const tokenOf = ({ surface, isVisitor }: Asked) =>
  isVisitor || surface.by === 'visitor' ? undefined : world[surface.by].token

const SETTLED_MS = 5000
const RETRY_MS = 250

/** Returns the problem, or null if the meme is as visible as expected. */
async function look(asked: Asked, state: State): Promise<string | null> {
  const { surface, isVisitor, name } = asked
  const scope = isVisitor ? (surface.visitorScope ?? surface.scope) : surface.scope
  const expected = surface.only && surface.only !== state ? 'hidden' : TABLE[state][scope]
  const seen = seenBy(findMarks(world.meme, await surface.ask(world, tokenOf(asked))))
  return isAsExpected(expected, seen)
    ? null
    : `${isVisitor ? 'visitor' : surface.by}, ${name}: ${seen} instead of ${expected}`
}

/** Returns all problems that remain after the nodes' caches of a second or two have expired. */
async function remainingProblems(state: State): Promise<string[]> {
  const until = performance.now() + SETTLED_MS
  let wrong = askedIn(state)
  for (;;) {
    const found: [Asked, string][] = []
    for (const asked of wrong) {
      const problem = await look(asked, state)
      if (problem) found.push([asked, problem])
    }
    if (found.length === 0 || performance.now() > until) return found.map(([, problem]) => problem)
    wrong = found.map(([asked]) => asked)
    await sleep(RETRY_MS)
  }
}

test.each(STATES)('%s: each place follows the visibility table', { timeout: 180_000 }, async (state) => {
  const leave = await enter(world, state)
  try {
    expect(await remainingProblems(state)).toEqual([])
  } finally {
    await leave()
  }
})
