import type { Request } from 'autocannon'
import { makeCaptions } from '#reader/samples/captions.ts'
import { photoLike } from '#test/pictures.ts'
import { memoryOf } from '../helpers/process-figures.ts'
import { heading, row } from '../helpers/report.ts'
import { percentile, sendVaried } from '../helpers/varied-load.ts'
import { openBare } from '../peers/bare.ts'
import { openMemeroom } from '../peers/memeroom.ts'
import { type OpenPeer, type Peer, type Picture, ROWS } from '../peers/peer.ts'
import { openPiwigo } from '../peers/piwigo.ts'
import { openSzurubooru } from '../peers/szurubooru.ts'

// Sends the same pictures and requests to this product and to alternatives: `npm run bench -- peers [PICTURES [SECONDS]]`, see
// tools/bench/peers/README.md. Ten connections, each with the next different request; best of three rounds in which all programs are
// measured one after the other.

const [count = 1000, seconds = 3] = process.argv.slice(3).map(Number)
const CONNECTIONS = 10
const TURNS = 3
/** Pictures uploaded concurrently: programs limit uploads per person. */
const AT_ONCE = 2

const databaseUrl = process.env.DATABASE_URL
const openers: [string, OpenPeer][] = [
  ['Memeroom, embedded', openMemeroom('')],
  [
    'Memeroom, PostgreSQL',
    databaseUrl ? openMemeroom(databaseUrl) : async () => 'DATABASE_URL names no empty database',
  ],
  ['Fastify, sharp, MiniSearch', openBare],
  ['szurubooru', openSzurubooru],
  ['Piwigo', openPiwigo],
]

heading(`${count} pictures`)
const pictures = await makePictures()
interface Measured {
  name: string
  peer: Peer
  asked: Awaited<ReturnType<Peer['requests']>>
  /** Seconds from its start until a member is signed up; undefined if it was already running. */
  started: number | undefined
  uploads: number
}
const peers: Measured[] = []
try {
  for (const [name, open] of openers) {
    const opened = performance.now()
    const peer = await open()
    if (typeof peer === 'string') {
      console.error(`${name} is left out: ${peer}`)
      continue
    }
    const began = performance.now()
    const started = peer.pid === undefined ? undefined : (began - opened) / 1000
    try {
      await uploadAll(peer)
      const uploads = (performance.now() - began) / 1000
      peers.push({ name, peer, started, uploads, asked: await peer.requests(pictures) })
    } catch (error) {
      await peer.close()
      throw error
    }
  }
  const columns = ['Requests a second', ...peers.map(({ name }) => name)]
  for (const name of ROWS) {
    const rounds: Round[][] = peers.map(() => [])
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const [index, { peer, asked }] of peers.entries()) {
        const requests = asked[name] ?? []
        if (requests.length > 0) rounds[index]?.push(await measure(peer, requests, rounds[index] ?? []))
      }
    row(columns, [name, ...rounds.map(reportRounds)])
  }
  row(columns, [`${count} uploads, s`, ...peers.map(({ uploads }) => uploads.toFixed(1))])
  row(columns, ['start, s', ...peers.map(({ started }) => started?.toFixed(1) ?? '–')])
  const memory = peers.map(({ peer }) => (peer.pid === undefined ? '–' : memoryOf(peer.pid).toFixed(0)))
  row(columns, ['memory of its process after all this, MiB', ...memory])
} finally {
  for (const { peer } of peers) await peer.close()
}

async function makePictures(): Promise<Picture[]> {
  const captions = makeCaptions(count, 'peers')
  const made: Picture[] = []
  for (const [at, { text }] of captions.entries()) {
    const bytes = await photoLike('jpeg', { width: 900 + at, height: 700 })
    made.push({ caption: `${text.toLowerCase()} rare${at}`, bytes })
  }
  return made
}

async function uploadAll({ upload }: Peer): Promise<void> {
  const waiting = [...pictures]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await upload?.(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

interface Round {
  perSecond: number
  p95: number
  requests: number
  /** Responses from a cache of whole responses; undefined if the program does not count them. */
  cached: number | undefined
}

/** Sends a row's requests in turn, and continues where the earlier rounds ended. */
async function measure(peer: Peer, requests: Request[], earlier: Round[]): Promise<Round> {
  const first = earlier.reduce((sum, round) => sum + round.requests, 0)
  const next = (nth: number) => requests[(first + nth) % requests.length] ?? {}
  const before = await peer.cachedResponses?.()
  const { perSecond, waits, requests: sent } = await sendVaried(peer.url, next, { seconds, connections: CONNECTIONS })
  const after = await peer.cachedResponses?.()
  const cached = before === undefined || after === undefined ? undefined : after - before
  return { perSecond, p95: percentile(waits, 0.95), requests: sent, cached }
}

/** The best round: requests per second, their 95th percentile in ms, and the share from a cache. */
function reportRounds(rounds: Round[]): string {
  const [best] = rounds.toSorted((one, other) => other.perSecond - one.perSecond)
  if (!best) return '–'
  const cached = best.cached ? `, ${Math.round((best.cached / best.requests) * 100)} % cached` : ''
  return `${best.perSecond.toFixed(0)} (${best.p95.toFixed(0)} ms${cached})`
}
