import type { EventEmitter } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'tesseract.js'

/** Tesseract, with one thread per combination of languages: `eng`, `vie`, `eng+vie`. */
export interface Engines {
  /** Starts the thread if needed. Throws when it cannot start. */
  get(languages: string): Promise<Worker>
  /** Ends all threads; the next `get` starts them again. */
  close(): Promise<void>
}

const LANGUAGE_FILES: Record<string, string> = {
  eng: import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  vie: import.meta.resolve('@tesseract.js-data/vie/4.0.0_best_int/vie.traineddata.gz'),
}

const ENGINE_LSTM = 1
const PARAMETERS = {
  // One block of text: the page contains only letters.
  tessedit_pageseg_mode: '6',
  user_defined_dpi: '150',
  debug_file: '/dev/null',
} as const

/** Engines that start on first use. Nothing is downloaded: the language files are in npm packages. */
export function createEngines(): Engines {
  const started = new Map<string, Promise<Worker>>()
  return {
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
      started.clear()
      await Promise.all(open.map(async (engine) => (await engine).terminate().catch(() => {})))
    },
  }
}

async function startEngine(languages: string): Promise<Worker> {
  const { createWorker } = await import('tesseract.js')
  const codes = languages.split('+')
  // The engine expects all language files in one folder, but each comes in its own package.
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-ocr-'))
  try {
    for (const code of codes) {
      await symlink(fileURLToPath(LANGUAGE_FILES[code] ?? ''), path.join(folder, `${code}.traineddata.gz`))
    }
    const options = { langPath: folder, cacheMethod: 'none', gzip: true, errorHandler: ignore } as const
    const worker = await createWorker(codes, ENGINE_LSTM, options)
    // A thread that dies settles no promise; the caller's time limit handles that.
    ;(worker as unknown as { worker: EventEmitter }).worker.on('error', ignore)
    await worker.setParameters(PARAMETERS as unknown as Parameters<Worker['setParameters']>[0])
    return worker
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Failures reject their own promise; without this handler the engine also throws them into the event loop. */
function ignore(): void {}
