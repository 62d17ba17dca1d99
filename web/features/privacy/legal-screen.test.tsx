import { afterEach, expect, test, vi } from 'vitest'
import { leaveScreen, showScreen } from '#test/web/screen.tsx'
import type { LegalDocument } from './legal-documents.ts'
import { LegalScreen } from './legal-screen.tsx'

afterEach(leaveScreen)

test.each<[LegalDocument, access: string, reviewsUploads: boolean, shown: string, hidden: string]>([
  ['terms', 'public', false, 'We do not review content before it appears.', 'approved'],
  ['terms', 'public', true, 'Some content appears only after a moderator has approved it', 'We do not review'],
  ['terms', 'members', true, 'Any member can report a meme.', 'Anyone can report'],
  ['privacy', 'public', false, 'You can browse, search and copy without an account.', 'members only: you'],
  ['privacy', 'members', false, 'you need an account to see its memes', 'search and copy without an account'],
  ['privacy', 'members', false, 'uploads and follows are visible to all members', 'follows are public'],
])('the %s of a site with access %s and review %s say “%s”', async (document, access, reviewsUploads, ...texts) => {
  const [shown, hidden] = texts
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  await showScreen(<LegalScreen document={document} />, {
    texts: ['legal'],
    replies: {
      'GET /config': { body: { success: true, data: { contactEmail: 'a@b.example', access, reviewsUploads } } },
    },
  })
  await vi.waitFor(() => expect(globalThis.document.body.textContent).toContain(shown))
  expect(globalThis.document.body.textContent).not.toContain(hidden)
})
