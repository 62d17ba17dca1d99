import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { manifestOf } from './branding-markup.ts'
import type { SiteBranding } from './page-document.ts'

const PUBLIC = new URL('../../web/public/', import.meta.url)
const SITE: SiteBranding = {
  name: 'Memeroom',
  description: '',
  accentColor: '',
  logo: null,
  languages: ['en', 'vi'],
  contact: '',
  hasRules: false,
  providerNames: [],
  providersOnly: false,
  membersOnly: false,
  registration: 'open',
  gifProvider: false,
  gifKeysRequired: false,
}

describe('the manifest', () => {
  const read = async (language: string, site: Partial<SiteBranding> = {}) =>
    JSON.parse(
      manifestOf(await readFile(new URL('manifest.webmanifest', PUBLIC), 'utf8'), { ...SITE, ...site }, language),
    )

  test('has all texts in both languages', async () => {
    const [en, vi] = [await read('en'), await read('vi')]
    const texts = (manifest: {
      description: string
      shortcuts: { name: string }[]
      screenshots: { label: string }[]
    }) => [
      manifest.description,
      ...manifest.shortcuts.map(({ name }) => name),
      ...manifest.screenshots.map(({ label }) => label),
    ]
    expect([en.lang, vi.lang]).toEqual(['en', 'vi'])
    expect([en.dir, (await read('ar')).dir]).toEqual(['ltr', 'rtl'])
    for (const [n, text] of texts(vi).entries()) expect(text).not.toBe(texts(en)[n])
    // Both languages describe the same application.
    expect([vi.id, vi.shortcuts.map(({ url }: { url: string }) => url)]).toEqual([
      en.id,
      en.shortcuts.map(({ url }: { url: string }) => url),
    ])
  })

  test('uses the site’s name and description', async () => {
    expect(await read('vi', { name: 'Mèo', description: 'Chỉ có mèo' })).toMatchObject({
      name: 'Mèo',
      short_name: 'Mèo',
      description: 'Chỉ có mèo',
    })
  })

  test('lists existing screenshots with their sizes', async () => {
    const { screenshots } = await read('en')
    expect(screenshots.map(({ form_factor }: { form_factor: string }) => form_factor).sort()).toEqual([
      'narrow',
      'wide',
    ])
    for (const { src, sizes, type } of screenshots) {
      const { width, height, format } = await sharp(await readFile(new URL(src.slice(1), PUBLIC))).metadata()
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
    }
  })
})
