// How long a page of search takes, through HTTP, in a library that is put in by SQL and kept for the next run. Arguments: how
// many memes (100,000 by default), how often each query runs (60). On PostgreSQL where DATABASE_URL names a server (the
// database memeroom_bench_search_N is made there), else embedded.
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '#test/app-process.ts'
import { engineName, heading, row } from '../helpers/report.ts'
import { searchLibrary } from '../helpers/search-library.ts'

const memes = Number(process.argv[3] ?? 100_000)
const rounds = Number(process.argv[4] ?? 60)
/** Rounds of all kinds before anything is counted: the embedded engine's code is made fast while it runs. */
const WARM_UP = 20
const SETTLE_MS = 3000
const COLUMNS = ['A page of 50', 'Median', 'p95']

const { env, captions, rare } = await searchLibrary(memes)
if (rounds === 0) process.exit()
heading(engineName(process.env.DATABASE_URL), `${memes} memes`)
const app = await startApp({ DATABASE_URL: '', OCR: 'off', LOG_LEVEL: 'error', ...env })
await sleep(SETTLE_MS)

const common = ['meo', 'coffee', 'ngu', 'friday', 'bạn', 'meeting', 'lưng']
const misspell = (word: string) => `${word.slice(0, 3)}x${word.slice(4)}`
const wordsOf = (round: number, from: number, count: number) =>
  (captions[(round * 37) % captions.length] ?? '')
    .split(' ')
    .slice(from, from + count)
    .join(' ')
const rareWord = (round: number) => rare[(round * 101) % rare.length] ?? ''
const queries: Record<string, (round: number) => string> = {
  'a rare word': rareWord,
  'a common word': (round) => common[round % common.length] ?? '',
  'three words': (round) => wordsOf(round, 0, 3),
  'three misspelt': (round) =>
    wordsOf(round, 1, 3)
      .split(' ')
      .map((word, at) => (at === 1 && word.length > 3 ? misspell(word) : word))
      .join(' '),
  'a misspelt word': (round) => misspell(rareWord(round)),
  'common, moving': (round) => `${common[round % common.length]} animated:yes`,
  'common, without': (round) => `${common[round % common.length]} -meeting`,
  'common, of a tag': (round) => `${common[round % common.length]} tag:rare`,
  'of a person': () => 'user:bench -meeting',
}

async function timed(path: string): Promise<{ milliseconds: number; body: { data?: { _id: string }[] } }> {
  const before = performance.now()
  const answer = await fetch(`${app.url}/api${path}`)
  const body = (await answer.json()) as { data: { _id: string }[] }
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
  return { milliseconds: performance.now() - before, body }
}
const spread = (times: number[]) => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return [`${at(0.5)} ms`, `${at(0.95)} ms`]
}
const search = (query: string) => timed(`/vector-search/text?q=${encodeURIComponent(query)}`)

try {
  for (let round = 0; round < WARM_UP; round += 1)
    for (const make of Object.values(queries)) await search(make(round + 5000))
  for (const [name, make] of Object.entries(queries)) {
    const times: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round += 1) {
      const { milliseconds, body } = await search(make(round))
      times.push(milliseconds)
      if (body.data?.length) found += 1
    }
    row([...COLUMNS, 'Found something'], [name, ...spread(times), `${found} of ${rounds}`])
  }
  const id = (await search('coffee')).body.data?.[0]?._id
  const others = ['/health', `/meme/${id}`]
  for (const isBusy of [false, true]) {
    let isDone = false
    const searching = (async () => {
      for (let round = 0; isBusy && !isDone; round += 1)
        for (const make of Object.values(queries)) await search(make(round + 900))
    })()
    for (const path of others) {
      const times: number[] = []
      for (let round = 0; round < rounds * 2; round += 1) times.push((await timed(path)).milliseconds)
      const name = `\`${path === '/health' ? path : '/meme/ID'}\` ${isBusy ? 'while searches go on' : 'alone'}`
      row(COLUMNS, [name, ...spread(times)])
    }
    isDone = true
    await searching
  }
} finally {
  await app.stop()
}
