import { createEngines, type Engines } from './engines.ts'
import { FRAMES_MAX, pickFrames } from './frames.ts'
import { joinFrames, type ReadWord } from './merge-readings.ts'
import { decodePixels } from './pixels.ts'
import { languagesReadAgain, readLines } from './read-lines.ts'
import { readShades } from './read-shades.ts'
import type { ReaderSettings } from './settings.ts'

/** Reads words in pictures. */
export interface Reader {
  /**
   * Reads the words in a picture, in reading order; for an animation, those of its scenes, at most FRAMES_MAX.
   * @param picture bytes of a PNG, JPEG, WebP or GIF
   * @throws when the picture cannot be decoded
   */
  read(picture: Buffer): Promise<ReadWord[]>
  /** Starts the engines before the first picture needs them. */
  prepare(): Promise<void>
  /** Frees the engines' memory; the next picture starts them again. */
  close(): Promise<void>
}

/** Creates a reader that starts its engines on first use. If the machine cannot run the networks, only Tesseract reads. */
export function createReader(settings: ReaderSettings): Reader {
  const engines = createEngines()
  return {
    read: async (picture) => {
      const frames = await pickFrames(picture, FRAMES_MAX)
      const read: ReadWord[][] = []
      for (const frame of frames) read.push(await readFrame(picture, frame, settings, engines))
      return joinFrames(read)
    },
    async prepare() {
      const asked = (await engines.networks()) ? languagesReadAgain(settings) : [settings.languages]
      await Promise.all(asked.map((languages) => engines.get(languages)))
    },
    close: () => engines.close(),
  }
}

async function readFrame(picture: Buffer, frame: number, settings: ReaderSettings, engines: Engines) {
  const networks = await engines.networks()
  if (!networks) return readShades(picture, frame, settings.languages, engines)
  return readLines(await decodePixels(picture, frame), settings, networks, engines)
}
