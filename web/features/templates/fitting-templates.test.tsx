import { expect, it, vi } from 'vitest'
import type { Template } from '#contract/templates/templates.ts'
import { memeNumber } from '#test/web/meme.ts'
import { showScreen } from '#test/web/screen.tsx'
import { FittingTemplates } from './fitting-templates.tsx'

const { image } = memeNumber(1)
const template: Template = {
  _id: '0190b1a2-0000-7000-8000-000000000000',
  name: 'Woman yelling at cat',
  counts: { day: 0, week: 1, all: 12 },
  firstSeenAt: '2026-11-01T10:00:00.000Z',
  image: image ?? expect.fail('a meme without a picture'),
  sensitive: false,
}
const show = (templates: Template[]) =>
  showScreen(<FittingTemplates text="woman shouting at cat" />, {
    texts: ['templates'],
    replies: { 'GET /templates/fitting': { body: { success: true, data: templates } } },
  })

it('matching templates link to their memes', async () => {
  await show([template])
  await vi.waitFor(() => expect(document.querySelector('h2')?.textContent).toBe('Matching templates'))
  const link = document.querySelector('a')
  expect(link?.getAttribute('href')).toBe(`/template/${template._id}`)
  expect(link?.textContent).toContain('Woman yelling at cat')
})

it('shows nothing without a matching template', async () => {
  const { sent } = await show([])
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(document.querySelector('section')).toBeNull()
})

it('loads no picture of a template with only sensitive memes', async () => {
  await show([{ ...template, sensitive: true }])
  await vi.waitFor(() => expect(document.querySelector('[data-covered]')).not.toBeNull())
  expect(document.querySelector('img')).toBeNull()
})
