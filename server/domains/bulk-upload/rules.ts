import * as z from 'zod'
import { cutShown } from '#contract/bounded.ts'
import { codeOfIssue, fieldErrors } from '#contract/field-code.ts'
import { BulkMemeInput } from '#contract/memes/bulk-upload.ts'
import { lineFrom } from '#contract/people/names.ts'
import { AppError } from '#server/platform/errors.ts'

/** Maximum attempts for a file that fails because of the server. */
export const ATTEMPTS_MAX = 8
/** Additional attempts while the bucket or the database is down: one per minute for three days. */
export const WAITS_MAX = 4320
const FIRST_DELAY_SECONDS = 2
const DELAY_MAX_SECONDS = 60

/**
 * Seconds until the next attempt after `attempts` failures. Doubles each time, so that a temporary outage does not use up all
 * attempts.
 */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(DELAY_MAX_SECONDS, FIRST_DELAY_SECONDS * 2 ** Math.max(0, attempts - 1))
}

/**
 * Priority of a file; higher goes first. The first files of every upload come before the last of any, so that a single picture
 * does not wait for fifty others. Retries come last.
 */
export function priorityOf(index: number, attempts: number): number {
  return attempts > 0 ? -1000 - attempts : -index
}

/**
 * Parses an upload's names and descriptions, in the order of its files. If omitted, returns an empty entry per file. Throws
 * upload.memesInvalid, upload.countMismatch, or a 400 that names each invalid field.
 */
export function readMemes(text: string | undefined, files: number): BulkMemeInput[] {
  if (text === undefined) return Array.from({ length: files }, () => ({}))
  const list = parseJson(text)
  if (!Array.isArray(list) || list.some((entry) => typeof entry !== 'object' || entry === null || Array.isArray(entry)))
    throw new AppError('upload.memesInvalid')
  if (list.length !== files) throw new AppError('upload.countMismatch')
  const result = z.array(BulkMemeInput).safeParse(list, { error: codeOfIssue })
  if (result.success) return result.data
  throw new AppError('request.invalid', {
    errors: fieldErrors(result.error).map(({ path, code }) => ({ path: `memes.${path}`, code })),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('upload.memesInvalid')
  }
}

const FILE_NAME_MAX_CHARS = 255

/** Returns the displayed file name: without its folder, and never empty. */
export function shownFileName(name: string): string {
  const base = lineFrom(name.split(/[\\/]/).at(-1) ?? '')
  return cutShown(base, FILE_NAME_MAX_CHARS) || 'picture'
}

/** Returns the index of a file by its id; throws upload.notFound for anything else. */
export function readFileId(fileId: string): number {
  if (!/^\d{1,3}$/.test(fileId)) throw new AppError('upload.notFound')
  return Number(fileId)
}

/** Number of recently processed files that the estimate uses. */
const WINDOW = 10
/** Assumed time per file until one has been processed. */
const ASSUMED_SECONDS_EACH = 2

/** One file's input to the estimate. */
export interface FileTimes {
  status: 'queued' | 'processing' | 'done' | 'failed'
  /** Set for a duplicate, which fails only after its picture has been processed. */
  duplicate_of: string | null
  started_at: Date | null
  finished_at: Date | null
}

/**
 * Estimates the seconds until the upload is done, from the last files that were actually processed. Ignores rejected files, which
 * fail instantly. Guesses until the first file is processed; returns 0 only when no file is left.
 */
export function estimateRemaining(files: FileTimes[], now: Date): number {
  const left = files.filter(({ status }) => status === 'queued' || status === 'processing')
  if (left.length === 0) return 0
  const startOf = (some: FileTimes[]) => Math.min(...some.map((file) => file.started_at?.getTime() ?? now.getTime()))
  const processed = files.filter(({ status, duplicate_of }) => status === 'done' || duplicate_of !== null)
  const ends = processed.map((file) => file.finished_at?.getTime() ?? now.getTime()).sort((a, b) => a - b)
  const last = ends.at(-1)
  if (last === undefined) return remaining(ASSUMED_SECONDS_EACH, left.length, now.getTime() - startOf(left))
  const before = ends.at(-WINDOW - 1) ?? startOf(processed)
  const secondsEach = Math.max(0, last - before) / Math.min(WINDOW, ends.length) / 1000
  return remaining(secondsEach, left.length, now.getTime() - last)
}

function remaining(secondsEach: number, files: number, spentMs: number): number {
  return Math.max(1, Math.round(secondsEach * files - Math.max(0, spentMs) / 1000))
}
