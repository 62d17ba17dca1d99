import sharp from 'sharp'
import { expect, test as standard } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { writeTinyClip } from '#test/tiny-clip.ts'
import searchVi from '#web/locales/vi/search.json' with { type: 'json' }
import { uploadMeme } from './people.ts'

const EMBEDDED_WITHIN_MS = 30_000
const GREEN = [-1, 1, -1] as const

/** Uses an operator's model that knows two colors, in Vietnamese. */
const test = standard.extend<object, { model: string }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const folder = await temporaryFolder()
      writeTinyClip(folder.path, { words: { xanh: GREEN } })
      await use(folder.path)
      await folder.remove()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ model }, use) => use({ EMBEDDINGS: `clip:${model}`, OCR: 'off' }), { scope: 'worker' }],
})

const flat = async (background: string) => ({
  bytes: await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer(),
  type: 'image/png',
})

const wanted = 'thảm xanh lá'
const other = 'thảm xanh đậm'

test('a picture that shows what was typed is found under a heading of its own', async ({ page, app }) => {
  const member = await signUp(app)
  const shows = 'untitled'
  await uploadMeme(app, member, { name: shows, file: await flat('#18e018') })
  await uploadMeme(app, member, { name: wanted, file: await flat('#e8e8e8') })
  await uploadMeme(app, member, { name: other, file: await flat('#1818e0') })
  const found = async () => {
    const answer = await fetch(`${app.url}/api/vector-search/text?q=${encodeURIComponent(wanted)}`)
    const { data } = (await answer.json()) as { data: { name: string; matched: string[] }[] }
    return data.find(({ name }) => name === shows)?.matched
  }
  await expect.poll(found, { timeout: EMBEDDED_WITHIN_MS }).toEqual(['meaning'])

  await page.goto('/?lng=vi')
  await page.getByRole('combobox').fill(wanted)
  await page.getByRole('combobox').press('Enter')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([searchVi.bands.meaning, searchVi.bands.partial])
  const top = async (name: string) => (await page.getByRole('article', { name }).boundingBox())?.y ?? 0
  const heading = page.getByRole('heading', { name: searchVi.bands.meaning })
  const { y = 0 } = (await heading.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(await top(wanted))
  expect(y).toBeLessThan(await top(shows))
  expect(await top(shows)).toBeLessThan(await top(other))
})
