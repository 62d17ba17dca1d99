import { buffer } from 'node:stream/consumers'
import ipaddr from 'ipaddr.js'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { LinkError } from '#server/platform/links/guarded-request.ts'
import { isMediaKey } from '#server/platform/media-path.ts'
import { findPublicFile } from './find-public-file.ts'

type OwnAddress = Pick<Config, 'publicUrl' | 'mediaUrl' | 'port'>

/**
 * Returns the key of the stored picture that a link refers to; undefined for a link to another site.
 * @param host host and port of the request
 */
export function ownPictureKey(url: URL, config: OwnAddress, host?: string): string | undefined {
  const places = [config.publicUrl, config.mediaUrl, host && `http://${host}`].filter((one) => one && URL.canParse(one))
  const isOwn =
    places.some((own) => hostAndPort(new URL(own as string)) === hostAndPort(url)) || isOwnLoopback(url, config.port)
  if (!isOwn) return undefined
  const path = decoded(url.pathname)
  const start = [config.mediaUrl && decoded(new URL(config.mediaUrl).pathname), '']
    .map((folder) => `${(folder ?? '').replace(/\/$/, '')}/media/`)
    .find((folder) => path.startsWith(folder))
  const key = start && path.slice(start.length)
  return key && isMediaKey(key) ? key : undefined
}

/**
 * Returns the bytes of a stored public picture.
 * @throws LinkError `image.linkUnreachable` for a missing, hidden or removed picture
 */
export async function readOwnPicture(deps: Pick<Deps, 'db' | 'blobs'>, key: string): Promise<Buffer> {
  const file = await findPublicFile(deps, key).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  })
  const stored = file && file.bytes <= PICTURE_MAX_BYTES ? await deps.blobs.read(key) : null
  if (!stored) throw new LinkError('image.linkUnreachable', key)
  return buffer(stored.stream)
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$|\.$/g, '')
/** Omits a port that is the scheme's default, because sites respond under both schemes. */
const hostAndPort = (url: URL) => `${hostOf(url)} ${url.port}`

function isOwnLoopback(url: URL, port: number): boolean {
  const host = hostOf(url)
  if ((url.port || (url.protocol === 'https:' ? '443' : '80')) !== String(port)) return false
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
