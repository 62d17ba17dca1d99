import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { SNIFF_BYTES, sniff } from '#server/adapters/images/sniff.ts'
import { allowing } from '#server/adapters/links/fetch-allowlist.ts'
import { fetchLink } from '#server/adapters/links/fetch-link.ts'
import type { Deps } from '#server/deps.ts'

/**
 * Proxies a picture from a host that does not allow browsers to read it (CORS). The type is detected from the bytes; anything
 * but pictures is rejected. Throws image.linkForbidden, image.linkUnreachable, image.unsupportedType.
 */
export async function fetchPicture(
  { config }: Pick<Deps, 'config'>,
  url: string,
): Promise<{ bytes: Buffer; mime: string }> {
  const bytes = await fetchLink(url, { maxBytes: PICTURE_MAX_BYTES, isAllowed: allowing(config.linkFetchAllowlist) })
  return { bytes, mime: `image/${sniff(bytes.subarray(0, SNIFF_BYTES))}` }
}
