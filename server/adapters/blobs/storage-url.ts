/** Where an S3 bucket is and how to reach it. */
export interface S3Location {
  bucket: string
  /** Stands before every key, ends with `/`, or is empty. */
  prefix: string
  region: string
  /** Of another provider than AWS; addressed by path, as most of them expect. */
  endpoint?: string
  /** When left out, the AWS ways of finding them hold: environment, profile, role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

const DEFAULT_REGION = 'us-east-1'

function parseEndpoint(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('its endpoint must be an http or https address')
  }
  return url.origin + url.pathname.replace(/\/$/, '')
}

/**
 * Reads `s3://[KEY:SECRET@]bucket[/prefix]?endpoint=…&region=…`; key and secret percent-encoded where they hold `/`, `+` or `:`.
 * @throws Error that says what is wrong and never repeats the address, which may hold the secret
 */
export function parseStorageUrl(storageUrl: string): S3Location {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : null
  if (url?.protocol !== 's3:') throw new Error('it must read s3://bucket?endpoint=…&region=…')
  if (url.hostname === '') throw new Error('it must name a bucket: s3://bucket')
  const accessKeyId = decodeURIComponent(url.username)
  const secretAccessKey = decodeURIComponent(url.password)
  if ((accessKeyId === '') !== (secretAccessKey === '')) throw new Error('it must hold both key and secret, or neither')
  const endpoint = url.searchParams.get('endpoint')
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    ...(endpoint ? { endpoint: parseEndpoint(endpoint) } : {}),
    ...(accessKeyId ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  }
}
