import sharp from 'sharp'

// Its cache and its own threads are what makes the memory of image processes grow; the picture queue sets the pace.
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
