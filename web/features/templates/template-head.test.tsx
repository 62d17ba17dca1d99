import { expect, it, vi } from 'vitest'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { memeNumber } from '#test/web/meme.ts'
import { showScreen } from '#test/web/screen.tsx'
import { TemplateHead } from './template-head.tsx'

const template: TemplateDetail = {
  _id: '0190b1a2-0000-7000-8000-000000000000',
  name: 'Woman yelling at cat',
  counts: { day: 0, week: 1, all: 12 },
  firstSeenAt: '2026-11-01T10:00:00.000Z',
  image: memeNumber(1).image,
  sensitive: false,
  picture: null,
  captionBoxes: [],
  suggestions: [],
  tags: [],
}
const show = (sensitive: boolean, picture: string | null = null) =>
  showScreen(<TemplateHead template={{ ...template, sensitive, picture }} order={null} />, {
    texts: ['templates'],
    replies: { [`GET /template/${template._id}/picture`]: { body: {} } },
  })

it('shows the stored picture at once, without asking for one', async () => {
  const { sent } = await show(false, '/media/clean.webp')
  await vi.waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/clean.webp'))
  expect(sent).toEqual([])
})

it('shows the most liked meme until the API has composed a picture, with the reader’s filters', async () => {
  const { sent } = await show(false)
  await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain(`GET /template/${template._id}/picture`))
  await vi.waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/))
})

it('requests no picture of a template with only sensitive memes', async () => {
  const { sent } = await show(true)
  await vi.waitFor(() => expect(document.querySelector('[data-covered]')).not.toBeNull())
  expect([document.querySelector('img'), sent]).toEqual([null, []])
})
