/** Address and credentials of an S3 bucket. */
export interface S3Location {
  bucket: string
  /** Prefix of every key: empty, or ends with `/`. */
  prefix: string
  region: string
  /** For providers other than AWS; implies path-style URLs, which most of them expect. */
  endpoint?: string
  /** If omitted, AWS defaults apply: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

const DEFAULT_REGION = 'us-east-1'

const BUCKET = /^[a-z\d][\w.-]{1,62}$/i
const REGION = /^[a-z\d-]+$/i

function parseEndpoint(value: string): string {
  const url = URL.canParse(value) && !/[\s?#]/.test(value) ? new URL(value) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error('must have an http or https URL as its endpoint')
  }
  return url.origin + url.pathname.replace(/\/$/, '')
}

/**
 * Parses `s3://[KEY:SECRET@]bucket[/prefix]?endpoint=…&region=…`; percent-encode `/`, `+` and `:` in key and secret.
 * @throws Error with the violated rule as "must …"; never includes the URL, which may contain the secret
 */
export function parseStorageUrl(storageUrl: string): S3Location {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : null
  if (url?.protocol !== 's3:' || storageUrl.includes('#')) {
    throw new Error('must look like s3://bucket?endpoint=…&region=…')
  }
  if (!BUCKET.test(url.hostname) || url.port !== '') throw new Error('must name a bucket: s3://bucket')
  const accessKeyId = decode(url.username)
  const secretAccessKey = decode(url.password)
  if ((accessKeyId === '') !== (secretAccessKey === '')) throw new Error('must contain both key and secret, or neither')
  if ([...url.searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region')) {
    throw new Error('must have no parameters other than endpoint and region')
  }
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region') ?? DEFAULT_REGION
  if (!REGION.test(region)) throw new Error('must have only letters, digits and hyphens in its region')
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    region,
    ...(endpoint === null ? {} : { endpoint: parseEndpoint(endpoint) }),
    ...(accessKeyId ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('must percent-encode special characters in key and secret')
  }
}
