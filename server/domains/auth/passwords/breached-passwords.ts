import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { lineOf, ServiceDownError } from '../../../platform/unavailable.ts'

/** Upper bound of a line's length: 40 hexadecimal digits, a colon, and the number of breaches. */
const LINE_MAX_BYTES = 80
/** Upper bound of the binary search steps for the largest file. */
const STEPS_MAX = 64

/**
 * Returns true if a password is in a file of breached ones. The file's lines are sorted and begin with the SHA-1 digest in
 * hexadecimal capitals, as offered by haveibeenpwned.com. The binary search reads only a few dozen short pieces, whatever the
 * file size.
 * @throws ServiceDownError if the file cannot be read
 */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const digest = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  try {
    const handle = await open(file, 'r')
    try {
      return await search(handle, digest)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new ServiceDownError(`BREACHED_PASSWORDS: ${lineOf(error)}`, { cause: error })
  }
}

async function search(handle: FileHandle, digest: string): Promise<boolean> {
  let low = 0
  let high = (await handle.stat()).size
  for (let step = 0; step < STEPS_MAX && low < high; step += 1) {
    const line = await lineAround(handle, Math.floor((low + high) / 2))
    if (line.digest === digest) return true
    if (line.digest < digest) low = line.end
    else high = line.start
  }
  return false
}

/** Returns the line that contains a byte; `end` is the position after its line break. */
async function lineAround(
  handle: FileHandle,
  position: number,
): Promise<{ digest: string; start: number; end: number }> {
  const from = Math.max(0, position - LINE_MAX_BYTES)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * LINE_MAX_BYTES), 0, 2 * LINE_MAX_BYTES, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const first = text.lastIndexOf('\n', position - from - 1) + 1
  const last = text.indexOf('\n', position - from)
  const end = last < 0 ? bytesRead : last + 1
  return { digest: text.slice(first, first + 40).toUpperCase(), start: from + first, end: from + end }
}
