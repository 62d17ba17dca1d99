import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { openBlobs } from '../../platform/blobs/open-blobs.ts'
import { parseStorageUrl } from '../../platform/blobs/storage-url.ts'
import { copyPrivately } from '../data-directory/private-files.ts'
import { digestStream } from './lines.ts'
import { MANIFEST, type Manifest, readManifest, statePath } from './manifest.ts'
import type { BackupPictures } from './store-pictures.ts'

/** Minimum part size, in bytes. An upload buffers one part in memory. */
const PART_BYTES = 32 * 1024 * 1024
const PART_TYPE = 'application/octet-stream'

/**
 * A backup in a bucket. Each state is its concatenated files in numbered parts, then its manifest, which marks it complete.
 * States share their pictures, each stored once.
 */
export interface BackupBucket {
  /** @param work folder for pictures in transit */
  pictures(work: string): BackupPictures
  /** The complete states, newest first, in lowercase. */
  states(): Promise<string[]>
  /** Uploads a state from a local folder. */
  push(folder: string, manifest: Manifest): Promise<void>
  /** Downloads a state, by default the newest, into an empty folder. Throws a one-line error if it does not exist. */
  pull(folder: string, state?: string): Promise<Manifest>
  removeState(state: string): Promise<void>
  /** Removes leftovers of killed backups. */
  removeLeftovers(): Promise<void>
}

/** A state's name in a bucket. */
export const nameOf = (state: string) => state.toLowerCase()
const manifestKey = (state: string) => `${nameOf(state)}.json`
const partKey = (state: string, part: number) => `${nameOf(state)}-${String(part).padStart(5, '0')}.part`
const stateOfKey = (key: string) => key.replace(/\.json$|-\d{5}\.part$/, '')

/** Returns true if a backup target is a bucket rather than a folder. */
export const isBucket = (target: string): boolean => target.startsWith('s3://')

/** The bucket's address without credentials. */
export function describeBucket(address: string): string {
  const { bucket, prefix } = parseStorageUrl(address)
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '')
}

/** @param address `s3://bucket/folder?…` as in STORAGE_URL; throws a one-line error for any other */
export async function openBackupBucket(address: string): Promise<BackupBucket> {
  const at = (folder: string) => {
    const url = new URL(address)
    // Separate folders, so that site storage in the same bucket is never mistaken for a backup.
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${folder}`
    return openBlobs({ storageUrl: url.href, mediaDir: '' })
  }
  parseStorageUrl(address)
  const [states, pictures] = await Promise.all([at('backup-states'), at('backup-pictures')])

  async function keys(): Promise<string[]> {
    const found: string[] = []
    for await (const key of states.list()) found.push(key)
    return found
  }
  const wholeStates = (all: string[]) =>
    all
      .filter((key) => key.endsWith('.json'))
      .map(stateOfKey)
      .toSorted()
      .toReversed()

  return {
    pictures: (work) => bucketPictures(pictures, work),
    states: async () => wholeStates(await keys()),
    async push(folder, manifest) {
      const staged = path.join(folder, 'part')
      let part = 0
      for await (const bytes of partsOf(manifest.files.map((file) => path.join(folder, file.path)))) {
        await writeFile(staged, bytes, { mode: 0o600 })
        await states.put(partKey(manifest.state, part), staged, PART_TYPE)
        part += 1
      }
      await copyPrivately(path.join(folder, MANIFEST), staged)
      await states.put(manifestKey(manifest.state), staged, 'application/json')
    },
    async pull(folder, asked) {
      const whole = wholeStates(await keys())
      const state = asked === undefined ? whole[0] : whole.find((one) => one === nameOf(asked))
      const found = state === undefined ? null : await states.read(manifestKey(state))
      if (state === undefined || !found) throw new Error(`${describeBucket(address)} contains no complete backup`)
      await pipeline(found.stream, createWriteStream(path.join(folder, MANIFEST), { mode: 0o600 }))
      const manifest = await readManifest(folder)
      const bytes = chunksOf(states, state)
      let rest: Buffer = Buffer.alloc(0)
      for (const file of manifest.files) {
        const target = path.join(folder, file.path)
        // The manifest is untrusted: reject paths outside the state.
        if (path.relative(path.join(folder, statePath(manifest.state)), target).startsWith('..'))
          throw new Error(`the backup names a file outside itself: ${file.path}`)
        await mkdir(path.dirname(target), { recursive: true })
        await writeFile(target, '', { mode: 0o600 })
        // The digest detects a file truncated by a missing part.
        for (let left = file.bytes; left > 0; ) {
          if (rest.length === 0) rest = (await bytes.next()).value ?? rest
          if (rest.length === 0) break
          await appendFile(target, rest.subarray(0, left))
          const taken = Math.min(left, rest.length)
          rest = rest.subarray(taken)
          left -= taken
        }
      }
      await copyPrivately(path.join(folder, MANIFEST), path.join(folder, statePath(manifest.state, MANIFEST)))
      return manifest
    },
    async removeState(state) {
      // Remove the manifest first: without it the state no longer counts as complete.
      await states.remove(manifestKey(state))
      for (const key of await keys()) if (stateOfKey(key) === state) await states.remove(key)
    },
    async removeLeftovers() {
      const all = await keys()
      const whole = new Set(wholeStates(all))
      for (const key of all) if (!whole.has(stateOfKey(key))) await states.remove(key)
    },
  }
}

/** Yields the concatenated files in parts of equal size, except the last. */
async function* partsOf(files: string[]): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for (const file of files)
    for await (const chunk of createReadStream(file)) {
      chunks.push(chunk)
      size += chunk.length
      if (size < PART_BYTES) continue
      yield Buffer.concat(chunks)
      chunks = []
      size = 0
    }
  if (size > 0) yield Buffer.concat(chunks)
}

/** Yields the bytes of a state's parts, up to the first missing one. */
async function* chunksOf(states: Blobs, state: string): AsyncGenerator<Buffer, undefined> {
  for (let part = 0; ; part += 1) {
    const found = await states.read(partKey(state, part))
    if (!found) return undefined
    for await (const chunk of found.stream) yield chunk
  }
}

function bucketPictures(blobs: Blobs, work: string): BackupPictures {
  let known: Promise<Set<string>> | undefined
  async function listed(): Promise<Set<string>> {
    const keys = new Set<string>()
    for await (const key of blobs.list()) keys.add(key)
    return keys
  }
  return {
    // Check existence with lists of a thousand keys. Objects in a bucket are always complete.
    async has({ key }) {
      known ??= listed()
      return (await known).has(key)
    },
    partFor: async (key) => path.join(work, `${key}.part`),
    put: ({ key, mime }, file) => blobs.put(key, file, mime),
    async digest(key) {
      const found = await blobs.read(key)
      return found && digestStream(found.stream)
    },
    async copyTo(key, file) {
      const found = await blobs.read(key)
      if (!found) return false
      await pipeline(found.stream, createWriteStream(file, { mode: 0o600 }))
      return true
    },
    async removeOthers(named) {
      const gone: string[] = []
      for await (const key of blobs.list()) if (!named.has(key)) gone.push(key)
      for (const key of gone) await blobs.remove(key)
    },
  }
}
