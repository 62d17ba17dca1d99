import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../event-stream.ts'
import { multipart, type Part } from '../multipart.ts'
import { poll } from '../poll.ts'
import { randomPicture } from '../random-picture.ts'
import type { ClusterSite } from './site.ts'

const PICTURE = { width: 120, height: 90 }
const FILES_EACH = 3
const STREAM_WITHIN_MS = 120_000

/** A request without the expected response. */
export interface Failed {
  kind: 'read' | 'write'
  what: string
  /** Times by `performance.now()`. */
  from: number
  to: number
}

/** The requests that the site has acknowledged. */
export interface Acknowledged {
  views: number
  viewsSent: number
  reads: number
  /** Ids of memes. */
  uploads: string[]
  bulks: { uploadId: string; token: string; isDone: boolean; resumes: number }[]
  /** Email addresses that are to receive an email. */
  registered: string[]
}

export interface Traffic {
  acknowledged: Acknowledged
  failed: Failed[]
  /** Lets running requests finish and waits for them. */
  stop(): Promise<void>
}

/**
 * Simulates readers, visitors with counted views, members who upload one or several pictures, and people who register. Each
 * sends one request after another until stopped.
 * @param pauseMs between two requests of one of them
 */
export function startTraffic(site: ClusterSite, pauseMs: number): Traffic {
  const acknowledged: Acknowledged = { views: 0, viewsSent: 0, reads: 0, uploads: [], bulks: [], registered: [] }
  const failed: Failed[] = []
  const streams: Promise<void>[] = []
  let isOn = true
  const run = Date.now().toString(36)

  /** Returns the response, or null on failure. A failure other than 502, 503, 504 or a broken connection throws. */
  async function send(kind: Failed['kind'], path: string, init: RequestInit = {}): Promise<unknown> {
    const from = performance.now()
    const answer = await fetch(`${site.url}${path}`, init).then(
      async (response) => ({ status: response.status, body: await response.text() }),
      (error: unknown) => ({ status: 0, body: String(error) }),
    )
    if (answer.status >= 200 && answer.status < 300)
      return answer.body.startsWith('{') ? JSON.parse(answer.body) : answer.body
    failed.push({
      kind,
      what: `${init.method ?? 'GET'} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`,
      from,
      to: performance.now(),
    })
    return null
  }

  const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const form = (parts: Part[], token: string): RequestInit => {
    const { payload, headers } = multipart(parts)
    return { method: 'POST', body: new Uint8Array(payload), headers: { ...headers, authorization: `Bearer ${token}` } }
  }
  const tokenOf = (at: number) => site.members[at % site.members.length]?.token ?? ''
  const picture = (name: string) => randomPicture(`${run} ${name}`, PICTURE)

  async function view(at: number): Promise<void> {
    acknowledged.viewsSent += 1
    const sent = json({ memeId: site.memeId, action: 'view' }, { 'user-agent': `visitor ${run} ${at}` })
    if (await send('write', '/api/user-action', sent)) acknowledged.views += 1
  }

  const pages = [
    '/api/recommendation-feed?limit=10',
    '/api/vector-search/text?q=meme&limit=10',
    '/api/trending-memes',
    `/api/meme/${site.memeId}`,
  ]
  async function read(at: number): Promise<void> {
    const token = at % 3 === 0 ? { headers: { authorization: `Bearer ${tokenOf(at)}` } } : {}
    if (await send('read', pages[at % pages.length] ?? '', token)) acknowledged.reads += 1
  }

  async function upload(at: number): Promise<void> {
    const part = { name: 'image', fileName: 'one.png', value: await picture(`single ${at}`) }
    const answer = await send('write', '/api/meme', form([part], tokenOf(at)))
    if (answer) acknowledged.uploads.push((answer as { data: { _id: string } }).data._id)
  }

  async function bulk(at: number): Promise<void> {
    const files = Array.from({ length: FILES_EACH }, async (_, file) => ({
      name: 'images',
      fileName: `${file}.png`,
      value: await picture(`bulk ${at} ${file}`),
    }))
    const token = tokenOf(at)
    const answer = await send('write', '/api/meme/bulk', form(await Promise.all(files), token))
    if (!answer) return
    const sent = { uploadId: (answer as { uploadId: string }).uploadId, token, isDone: false, resumes: -1 }
    acknowledged.bulks.push(sent)
    streams.push(followProgress(sent))
  }

  /** Like a browser, reconnects with the last event id. */
  async function followProgress(bulk: Acknowledged['bulks'][number]): Promise<void> {
    let lastEventId: string | undefined
    await poll(
      async () => {
        bulk.resumes += 1
        await readEvents(`${site.url}/api/meme/bulk/progress/${bulk.uploadId}`, {
          token: bulk.token,
          ...(lastEventId === undefined ? {} : { lastEventId }),
          until({ id, data }) {
            lastEventId = id ?? lastEventId
            bulk.isDone = data?.status === 'completed' && data.successCount === FILES_EACH && data.failedCount === 0
            return bulk.isDone
          },
        }).catch(() => {})
        return bulk.isDone
      },
      { withinMs: STREAM_WITHIN_MS, everyMs: 500, missing: '' },
    ).catch(() => {})
  }

  async function register(at: number): Promise<void> {
    const email = `p${run}${at}@example.com`
    const person = { email, username: `p${run}${at}`, password: 'correct horse' }
    if (await send('write', '/api/auth/register', json(person))) acknowledged.registered.push(email)
  }

  async function go(each: (at: number) => Promise<void>, times: number): Promise<void> {
    for (let at = 0; isOn; at += 1) {
      await each(at)
      await sleep(pauseMs * times)
    }
  }
  const going = [go(read, 1), go(read, 1), go(view, 1), go(upload, 4), go(bulk, 12), go(register, 20)]
  return {
    acknowledged,
    failed,
    async stop() {
      isOn = false
      await Promise.all(going)
      await Promise.all(streams)
    },
  }
}
