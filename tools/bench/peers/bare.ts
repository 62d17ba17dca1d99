import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Request } from 'autocannon'
import sharp from 'sharp'
import { poll } from '#test/poll.ts'
import { bundledNode } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { type OpenPeer, type Peer, searches } from './peer.ts'

const WIDTHS = [undefined, 1080, 480] as const
const QUALITIES = [90, 82, 80] as const
const PAGE_BYTES = 47_000

/** Only Fastify, sharp and MiniSearch: no database, no accounts, no rules. The difference to it is the cost of a product. */
export const openBare: OpenPeer = async (): Promise<Peer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
  const captions: string[] = []
  let server: ReturnType<typeof spawn> | undefined
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  sharp.cache(false)
  sharp.concurrency(1)
  return {
    url,
    get pid() {
      return server?.pid
    },
    async upload({ caption, bytes }) {
      const at = captions.push(caption)
      const { data, info } = await sharp(bytes).rotate().raw().toBuffer({ resolveWithObject: true })
      for (const [size, width] of WIDTHS.entries())
        await sharp(data, { raw: info })
          .resize({ width, withoutEnlargement: true })
          .webp({ quality: QUALITIES[size] ?? 80, effort: 4, smartSubsample: true })
          .toFile(path.join(folder, `${at}-${size}.webp`))
    },
    async requests(pictures) {
      await writeFile(path.join(folder, 'answer.json'), JSON.stringify({ text: 'x'.repeat(PAGE_BYTES) }))
      await writeFile(path.join(folder, 'captions.json'), JSON.stringify(captions))
      const script = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
      server = spawn(bundledNode(), [script, String(port), folder], { stdio: 'inherit' })
      const isUp = () =>
        fetch(`${url}/page`)
          .then((answer) => answer.ok)
          .catch(() => false)
      await poll(isUp, { withinMs: 30_000, everyMs: 100, missing: 'the bare server does not answer' })
      const get = (asked: string): Request => ({ method: 'GET', path: asked })
      const { common, rare } = searches(pictures)
      const search = (q: string) => get(`/search?q=${encodeURIComponent(q)}`)
      return {
        'visitor’s first page': [get('/page')],
        'a picture': captions.map((_, index) => get(`/media/${index + 1}-2.webp`)),
        'search, common words': common.map(search),
        'search, rare words': rare.map(search),
      }
    },
    async close() {
      server?.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
