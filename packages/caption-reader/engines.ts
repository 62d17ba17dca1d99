import type { EventEmitter } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Worker } from 'tesseract.js'
import { languageFile } from './languages.ts'
import { loadNetworks, type Networks } from './networks.ts'

/** The OCR engines: Tesseract, with one thread per combination of languages (`eng`, `vie`, `eng+vie`), and the two networks. */
export interface Engines {
  /** Starts the thread if needed. Throws when it cannot start. */
  get(languages: string): Promise<Worker>
  /** Loads the networks if needed; undefined if the machine cannot run them. */
  networks(): Promise<Networks | undefined>
  /** Ends all threads and frees the networks; the next call starts them again. */
  close(): Promise<void>
}

const ENGINE_LSTM = 1
type PageSettings = Parameters<Worker['setParameters']>[0]
/** Treats the page as one block of text. */
export const ONE_BLOCK = { tessedit_pageseg_mode: '6' } as unknown as unknown as PageSettings
/** Detects columns and blocks first. */
export const WHOLE_PAGE = { tessedit_pageseg_mode: '3' } as unknown as unknown as PageSettings
const PARAMETERS = {
  ...ONE_BLOCK,
  user_defined_dpi: '150',
  debug_file: '/dev/null',
} as unknown as PageSettings

/** Engines that start on first use. Nothing is downloaded: the language files are in npm packages. */
export function createEngines(): Engines {
  const started = new Map<string, Promise<Worker>>()
  let networks: Promise<Networks | undefined> | undefined
  return {
    networks() {
      const loading = networks ?? loadNetworks()
      networks = loading
      loading.catch(() => {
        networks = undefined
      })
      return loading
    },
    get(languages) {
      const known = started.get(languages)
      if (known) return known
      const engine = startEngine(languages)
      engine.catch(() => started.delete(languages))
      started.set(languages, engine)
      return engine
    },
    async close() {
      const open = [...started.values()]
      const loaded = networks
      started.clear()
      networks = undefined
      await Promise.all(open.map(async (engine) => (await engine).terminate().catch(() => {})))
      await (await loaded?.catch(() => undefined))?.close()
    },
  }
}

async function startEngine(languages: string): Promise<Worker> {
  const { createWorker } = await import('tesseract.js')
  const codes = languages.split('+')
  // Tesseract expects all language files in one folder, but each comes in its own package.
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-ocr-'))
  try {
    for (const code of codes) {
      const file = languageFile(code)
      if (!file) throw new Error(`@tesseract.js-data/${code} is not installed`)
      await symlink(file, path.join(folder, `${code}.traineddata.gz`))
    }
    const options = { langPath: folder, cacheMethod: 'none', gzip: true, errorHandler: ignore } as const
    const worker = await createWorker(codes, ENGINE_LSTM, options)
    // If a thread dies, its promises never settle; the caller's time limit handles that.
    ;(worker as unknown as { worker: EventEmitter }).worker.on('error', ignore)
    await worker.setParameters(PARAMETERS)
    return worker
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Failures reject their own promise. Without this handler, Tesseract also throws them into the event loop. */
function ignore(): void {}
