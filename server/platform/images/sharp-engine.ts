import sharp from 'sharp'

// Disables sharp's cache and threads, which make memory grow; the picture queue limits concurrency.
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
