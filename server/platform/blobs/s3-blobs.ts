import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type {
  CompletedPart,
  CreateMultipartUploadCommandInput,
  PutObjectCommandInput,
  S3Client,
  S3ClientConfig,
} from '@aws-sdk/client-s3'
import { lineOf, ServiceDownError } from '../unavailable.ts'
import { type Blobs, type ByteRange, clampRange, isBlobKey, mimeOfKey, requireBlobKey } from './blobs.ts'
import { parseStorageUrl, type S3Location } from './storage-url.ts'

type Sdk = typeof import('@aws-sdk/client-s3')

interface Bucket {
  sdk: Sdk
  client: S3Client
  location: S3Location
}

const CONNECT_TIMEOUT_MS = 5000
/**
 * Time without any byte in either direction after which a request fails. The option `requestTimeout` of the SDK would only log a
 * warning.
 */
const SILENCE_TIMEOUT_MS = 30_000
const MAX_ATTEMPTS = 3
const SIGNED_SECONDS = 60
/** Larger files are sent in parts of this size. S3 accepts 10,000 parts: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
/** Not a valid blob key, so listings omit it. */
const PROBE = '.write-check'

function clientConfig(location: S3Location): S3ClientConfig {
  return {
    region: location.region,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
    // Many S3-compatible services do not support checksum trailers; the signature covers the bytes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(location.endpoint ? { endpoint: location.endpoint, forcePathStyle: true } : {}),
    ...(location.credentials ? { credentials: location.credentials } : {}),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)
}

/** Errors that are unrelated to the object: expired credentials and missing buckets are treated as recoverable outages. */
const DOWN_STATUS = new Set([401, 403, 408, 429])
const DOWN_NAMES = new Set(['ExpiredToken', 'TimeoutError', 'CredentialsProviderError'])

/** Converts failures of the bucket itself to ServiceDownError. */
async function orDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { name, $metadata: metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
    const status = metadata?.httpStatusCode
    const isDown =
      DOWN_NAMES.has(name ?? '') ||
      (metadata !== undefined && (status === undefined || status >= 500 || DOWN_STATUS.has(status)))
    throw isDown ? new ServiceDownError(`the bucket: ${lineOf(error)}`, { cause: error }) : error
  }
}

function isFileMissing(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function addressOf({ location }: Bucket, key: string) {
  return { Bucket: location.bucket, Key: location.prefix + key }
}

async function statObject(bucket: Bucket, key: string) {
  try {
    const head = await bucket.client.send(new bucket.sdk.HeadObjectCommand(addressOf(bucket, key)))
    return { size: head.ContentLength ?? 0, mime: head.ContentType ?? mimeOfKey(key) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function putObject(bucket: Bucket, key: string, stagedPath: string, mime: string): Promise<void> {
  let file: FileHandle
  try {
    file = await open(stagedPath)
  } catch (error) {
    if (isFileMissing(error) && (await statObject(bucket, key)) !== null) return
    throw error
  }
  const target = {
    ...addressOf(bucket, key),
    ContentType: mime,
    CacheControl: 'public, max-age=31536000, immutable',
  }
  try {
    const { size } = await file.stat()
    if (size > PART_BYTES) await putInParts(bucket, target, file, size)
    else await bucket.client.send(new bucket.sdk.PutObjectCommand({ ...target, Body: await file.readFile() }))
  } finally {
    await file.close()
  }
  await rm(stagedPath, { force: true })
}

/** Reads one part at a time into memory: a buffer, unlike a stream, can be sent again after a failure. */
async function putInParts(
  { sdk, client }: Bucket,
  target: PutObjectCommandInput & CreateMultipartUploadCommandInput,
  file: FileHandle,
  size: number,
): Promise<void> {
  const { Bucket, Key } = target
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
  const upload = { Bucket, Key, UploadId }
  const buffer = Buffer.alloc(PART_BYTES)
  try {
    const parts: CompletedPart[] = []
    for (let start = 0; start < size; start += PART_BYTES) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PART_BYTES, size - start), start)
      const PartNumber = parts.length + 1
      const Body = buffer.subarray(0, bytesRead)
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body }))
      parts.push({ PartNumber, ETag })
    }
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

/** Parses the total size: `bytes 0-9/100` gives 100. */
function wholeSize(contentRange: string | undefined, length: number): number {
  const size = Number(contentRange?.split('/')[1])
  return Number.isInteger(size) ? size : length
}

async function readObject(bucket: Bucket, key: string, range?: ByteRange) {
  if (range) clampRange(range, Number.POSITIVE_INFINITY)
  try {
    const answer = await bucket.client.send(
      new bucket.sdk.GetObjectCommand({
        ...addressOf(bucket, key),
        ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
      }),
    )
    return {
      // The SDK's type covers browsers too; in Node the body is a Readable.
      stream: answer.Body as Readable,
      size: wholeSize(answer.ContentRange, answer.ContentLength ?? 0),
      mime: answer.ContentType ?? mimeOfKey(key),
    }
  } catch (error) {
    if (isMissing(error)) return null
    if (error instanceof Error && error.name === 'InvalidRange') throw new RangeError(error.message, { cause: error })
    throw error
  }
}

/** Signs the path locally, without a request. */
async function signedPath(bucket: Bucket, key: string): Promise<string> {
  requireBlobKey(key)
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const command = new bucket.sdk.GetObjectCommand(addressOf(bucket, key))
  const { pathname, search } = new URL(await getSignedUrl(bucket.client, command, { expiresIn: SIGNED_SECONDS }))
  return pathname.slice(1) + search
}

async function* listObjects({ sdk, client, location }: Bucket): AsyncIterable<string> {
  const pages = sdk.paginateListObjectsV2({ client }, { Bucket: location.bucket, Prefix: location.prefix })
  for await (const page of pages) {
    for (const object of page.Contents ?? []) {
      const key = object.Key?.slice(location.prefix.length) ?? ''
      if (isBlobKey(key)) yield key
    }
  }
}

async function checkWritable(bucket: Bucket): Promise<void> {
  await bucket.client.send(new bucket.sdk.PutObjectCommand({ ...addressOf(bucket, PROBE), Body: 'x' }))
  await bucket.client.send(new bucket.sdk.DeleteObjectCommand(addressOf(bucket, PROBE)))
}

/**
 * Stores blobs in a bucket of S3 or a compatible service.
 * @param storageUrl see `parseStorageUrl`
 */
export async function createS3Blobs(storageUrl: string): Promise<Blobs> {
  const location = parseStorageUrl(storageUrl)
  // Loaded lazily, so that sites with local storage do not hold the SDK in memory.
  const sdk = await import('@aws-sdk/client-s3')
  const bucket: Bucket = { sdk, client: new sdk.S3Client(clientConfig(location)), location }
  return {
    async put(key, stagedPath, mime) {
      requireBlobKey(key)
      await orDown(putObject(bucket, key, stagedPath, mime))
    },
    read: async (key, range) => (isBlobKey(key) ? orDown(readObject(bucket, key, range)) : null),
    stat: async (key) => (isBlobKey(key) ? orDown(statObject(bucket, key)) : null),
    async remove(key) {
      if (isBlobKey(key)) await orDown(bucket.client.send(new sdk.DeleteObjectCommand(addressOf(bucket, key))))
    },
    locate: (key) => orDown(signedPath(bucket, key)),
    list: () => listObjects(bucket),
    check: () => checkWritable(bucket),
  }
}
