import { describe, expect, test } from 'vitest'
import * as pictures from '#test/pictures.ts'
import { PictureError } from './picture-error.ts'
import { SNIFF_BYTES, sniff } from './sniff.ts'

const head = (bytes: Buffer) => bytes.subarray(0, SNIFF_BYTES)

describe('detects the type of a picture from its bytes', () => {
  test.each([
    ['jpeg', pictures.plainJpeg],
    ['png', pictures.plainPng],
    ['gif', pictures.animatedGif],
    ['webp', pictures.animatedWebp],
    ['avif', pictures.plainAvif],
  ] as const)('%s', async (type, make) => {
    expect(sniff(head(await make()))).toBe(type)
  })

  test('an AVIF with another major brand, and an AVIF sequence', () => {
    const file = (brands: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brands}`, 'latin1')])
    expect(sniff(file('mif1\0\0\0\0avifmiaf'))).toBe('avif')
    expect(sniff(file('avis\0\0\0\0msf1miaf'))).toBe('avif')
  })

  test.each([
    ['text', pictures.textFile],
    ['SVG', pictures.svg],
    ['TIFF', pictures.tiff],
    ['HEIC', pictures.heicHead],
    ['a few bytes', () => Buffer.from('GIF')],
    ['audio in a RIFF container', () => Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')],
  ])('refuses %s', async (_name, make) => {
    const bytes = await make()
    expect(() => sniff(head(bytes))).toThrow(new PictureError('image.unsupportedType'))
  })
})
