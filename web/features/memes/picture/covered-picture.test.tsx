import { expect, test } from 'vitest'
import type { SensitiveBy } from '#contract/memes/memes.ts'
import { memeNumber } from '#test/web/meme.ts'
import { showScreen } from '#test/web/screen.tsx'
import { CoveredPicture } from './covered-picture.tsx'

const REASONS: Record<SensitiveBy, string> = {
  uploader: 'Marked by the uploader',
  moderator: 'Marked by a moderator',
  model: 'Marked automatically',
}
for (const [sensitiveBy, reason] of Object.entries(REASONS) as [SensitiveBy, string][])
  test(`a covered picture shows the source of the mark: ${sensitiveBy}`, async () => {
    await showScreen(<CoveredPicture meme={{ ...memeNumber(1), sensitiveBy }} labelled />)
    const cover = document.querySelector('[role=img]')
    expect(cover?.getAttribute('aria-label')).toBe(`Sensitive picture. ${reason}`)
    expect(cover?.textContent).toBe(`Sensitive picture${reason}`)
  })

test('a covered picture without a source shows only that it is sensitive', async () => {
  await showScreen(<CoveredPicture meme={memeNumber(1)} labelled />)
  expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Sensitive picture')
})
