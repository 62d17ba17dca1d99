import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import type { Deps } from '#server/platform/deps.ts'
import { SNIFF_BYTES, sniff } from '#server/platform/images/sniff.ts'
import { allowing } from '#server/platform/links/fetch-allowlist.ts'
import { fetchLink } from '#server/platform/links/fetch-link.ts'
import { parseLink } from '#server/platform/links/guarded-request.ts'
import { ownPictureKey, readOwnPicture } from './own-picture.ts'

/**
 * Proxies a picture from a host that does not allow browsers to read it (CORS). Reads a picture of this site from storage,
 * because the site may be on a private network. Detects the type from the bytes and rejects everything except pictures. Throws
 * image.linkForbidden, image.linkUnreachable, image.unsupportedType.
 * @param host host and port of the request
 */
export async function fetchPicture(
  deps: Pick<Deps, 'config' | 'db' | 'blobs'>,
  link: string,
  host?: string,
): Promise<{ bytes: Buffer; mime: string }> {
  const { config } = deps
  const key = ownPictureKey(parseLink(link), config, host)
  const bytes = key
    ? await readOwnPicture(deps, key)
    : await fetchLink(link, { maxBytes: PICTURE_MAX_BYTES, isAllowed: allowing(config.linkFetchAllowlist) })
  return { bytes, mime: `image/${sniff(bytes.subarray(0, SNIFF_BYTES))}` }
}
