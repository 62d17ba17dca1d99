import { expect, test } from 'vitest'
import { figureSources, listedSources, storedWidth } from './picture-sources.ts'

test('a stored size is limited by the requested width, the picture width and the maximum height', () => {
  expect(storedWidth({ width: 3000, height: 2000 }, 1080)).toBe(1080)
  expect(storedWidth({ width: 600, height: 2000 }, 1080)).toBe(600)
  expect(storedWidth({ width: 800, height: 18_000 }, 1080)).toBe(728)
})

const forms = { imageSmall: '/media/s', imageMedium: '/media/m', imageOrigin: '/media/o' }
const image = { ...forms, width: 3000, height: 2000, animated: false, mime: 'image/jpeg', thumbhash: '' }

test('a list offers the small and medium sizes, and only the small size for an animation', () => {
  expect(listedSources(image, '190px')).toEqual({
    src: '/media/s',
    srcSet: '/media/s 480w, /media/m 1080w',
    sizes: '190px',
  })
  expect(listedSources({ ...image, animated: true }, '190px')).toEqual({ src: '/media/s' })
  expect(listedSources({ ...image, width: 400, height: 300 }, '190px')).toEqual({ src: '/media/s' })
})

test('a phone does not fetch the size for large screens', () => {
  expect(figureSources(image)).toEqual({
    src: '/media/m',
    srcSet: '/media/s 480w, /media/m 1080w, /media/o 3000w',
    sizes: '(width < 900px) min(100vw, 120svh), min(65vw, 135svh)',
  })
  expect(figureSources({ ...image, width: 900 }).srcSet).toBe('/media/s 480w, /media/m 900w')
  expect(figureSources({ ...image, width: 400 }).srcSet).toBe('/media/s 400w')
  // A tall strip scrolls at a readable width.
  expect(figureSources({ ...image, width: 500, height: 4000 }).sizes).toBe('(width < 900px) 100vw, 65vw')
})
