import { thumbHashToDataURL } from 'thumbhash'
import { hashBytes, remember } from './thumbhash.ts'

const urls = new Map<string, string>()

/** The blurred picture as a data URL; some tenths of a millisecond of work, so after the first paint. */
export const blurredPicture = (hash: string): string => remember(urls, hash, () => thumbHashToDataURL(hashBytes(hash)))
