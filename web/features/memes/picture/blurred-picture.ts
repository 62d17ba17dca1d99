import { thumbHashToDataURL } from 'thumbhash'
import { hashBytes, remember } from './thumbhash.ts'

const urls = new Map<string, string>()

/** Returns the blurred picture as a data URL. Takes some tenths of a millisecond, so call it after the first paint. */
export const blurredPicture = (hash: string): string => remember(urls, hash, () => thumbHashToDataURL(hashBytes(hash)))
