import { setTimeout as sleep } from 'node:timers/promises'
import { drawSamples } from '#reader/samples/styles.ts'
import { startApp } from '#test/app-process.ts'
import { multipart } from '#test/multipart.ts'
import { poll } from '#test/poll.ts'
import { signUp } from '#test/sign-up.ts'
import { engineName, figure, heading } from '../helpers/report.ts'

// Reading in a running site: `npm run bench -- reading-live [PICTURES]`. First, how long after an upload's answer its words are found,
// while nothing else goes on; then how many pictures of a bulk upload are read a minute, and how long visitors wait meanwhile. Set
// DATABASE_URL to measure PostgreSQL.

const PICTURES = Number(process.argv[3] ?? 20)
const STYLES = ['outlined capitals', 'white bar, lower case', 'handwriting', 'emoji among words']
/** A reader without work ends after half a minute. */
const UNTIL_READER_ENDS_MS = 35_000
const FOUND_WITHIN_MS = 20_000
const READ_WITHIN_MS = 120_000
const POLL_MS = 50
const COLD = 3
const BETWEEN_REQUESTS_MS = 100
const AT_ONCE_MAX = 50
const QUERY_WORDS = 3
const PAGES = ['/api/recommendation-feed', '/api/vector-search/text?q=meme', '/api/trending-memes', '/', '/trending']

const { DATABASE_URL } = process.env
const app = await startApp({ LOG_LEVEL: 'error', ...(DATABASE_URL ? { DATABASE_URL } : {}) })

const samples = (
  await Promise.all(STYLES.map((style) => drawSamples(style, Math.ceil((PICTURES + COLD) / STYLES.length) + 10, false)))
)
  .flatMap((of, style) => of.map((sample, at) => ({ sample, order: at * STYLES.length + style })))
  .sort((one, other) => one.order - other.order)
  .map(({ sample }) => sample)

const at = (share: number, values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

async function send(
  path: string,
  authorization: string,
  files: { name: string; picture: Buffer }[],
  fields: Record<string, string>,
) {
  const { payload, headers } = multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...files.map(({ name, picture: value }, index) => ({ name, fileName: `${index}.png`, value })),
  ])
  const answer = await fetch(app.url + path, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, authorization },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { data: { _id: string } }
}

/** Milliseconds from an upload's answer until a search for its words finds it; undefined if it never does. */
async function foundAfter(authorization: string, { picture, text }: { picture: Buffer; text: string }) {
  const { data } = await send('/api/meme', authorization, [{ name: 'image', picture }], {
    name: 'x',
    allowDuplicate: 'true',
  })
  const began = performance.now()
  const query = text
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)
    .slice(0, QUERY_WORDS)
    .join(' ')
  const isFound = async () => {
    // Not as a visitor, who may be told for a second what was so before.
    const answer = await fetch(`${app.url}/api/vector-search/text?q=${encodeURIComponent(query)}`, {
      headers: { authorization },
    })
    const found = (await answer.json()) as { data: { _id: string; matched: string[] }[] }
    return found.data.some(({ _id, matched }) => _id === data._id && matched.includes('imageText'))
  }
  try {
    await poll(isFound, { withinMs: FOUND_WITHIN_MS, everyMs: POLL_MS, missing: 'not found' })
    return performance.now() - began
  } catch {
    return undefined
  }
}

/** Jobs of a kind that wait or run. */
async function jobsOf(kind: string): Promise<number> {
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  return [...metrics.matchAll(/^memeroom_jobs\{kind="([^"]+)",state="(?:waiting|active)"\} (\d+)/gm)]
    .filter(([, found]) => found === kind)
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}

function say(what: string, found: (number | undefined)[]): void {
  const times = found.filter((ms) => ms !== undefined)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  figure(
    `words found after the upload's answer, ${what}: median, 95 %`,
    `${seconds(at(0.5, times))}, ${seconds(at(0.95, times))}; ${times.length} of ${found.length}`,
    '2 s',
  )
}

try {
  heading(engineName(DATABASE_URL))
  const authorization = `Bearer ${(await signUp(app)).authentication.token}`
  const cold: (number | undefined)[] = []
  for (const sample of samples.splice(0, COLD)) {
    cold.push(await foundAfter(authorization, sample))
    await sleep(UNTIL_READER_ENDS_MS)
  }
  say('reader asleep', cold)
  const warm: (number | undefined)[] = []
  for (const sample of samples.splice(0, Math.ceil(PICTURES / 2))) {
    warm.push(await foundAfter(authorization, sample))
    await sleep(1000)
  }
  say('reader awake', warm.slice(1))

  const many = samples.splice(0, Math.min(PICTURES, AT_ONCE_MAX))
  const began = performance.now()
  await send(
    '/api/meme/bulk',
    authorization,
    many.map(({ picture }) => ({ name: 'images', picture })),
    { duplicates: 'keep' },
  )
  let isOn = true
  const waited: number[] = []
  const visits = (async () => {
    for (let index = 0; isOn; index += 1) {
      const from = performance.now()
      await (await fetch(app.url + (PAGES[index % PAGES.length] ?? '/'))).arrayBuffer()
      waited.push(performance.now() - from)
      await sleep(BETWEEN_REQUESTS_MS)
    }
  })()
  const isRead = async () => (await jobsOf('process-upload-file')) + (await jobsOf('read-picture')) === 0
  await sleep(2000)
  await poll(isRead, { withinMs: READ_WITHIN_MS, everyMs: 500, missing: 'the pictures were not read' })
  isOn = false
  await visits
  const minutes = (performance.now() - began) / 60_000
  figure(
    `pictures a minute, ${many.length} uploaded together, prepared and read`,
    (many.length / minutes).toFixed(0),
    '60',
  )
  figure(
    `${waited.length} requests of a visitor meanwhile: median, 95 %`,
    `${at(0.5, waited).toFixed(0)} ms, ${at(0.95, waited).toFixed(0)} ms`,
    '100 ms',
  )
} finally {
  await app.stop()
}
