import type { ModelFolder } from './model-folder.ts'

export type ThreadData = Pick<ModelFolder, 'dir' | 'kind' | 'textPrecision' | 'picturePrecision'>

/** Pixels as red, green and blue bytes, row by row. */
export interface RgbPicture {
  data: Uint8Array
  width: number
  height: number
}

export type Question = { kind: 'text'; text: string } | { kind: 'picture'; picture: RgbPicture }

export type ToThread = (Question & { id: number }) | { kind: 'close' }

export type FromThread =
  | { kind: 'ready'; dimensions: number }
  | { kind: 'broken'; message: string }
  | { kind: 'vector'; id: number; vector: number[] }
  | { kind: 'failed'; id: number; message: string }
