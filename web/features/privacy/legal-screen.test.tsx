import { expect, test, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import type { LegalDocument } from './legal-documents.ts'
import { LegalScreen } from './legal-screen.tsx'

const config = (settings: object) => ({
  body: {
    success: true,
    data: {
      contactEmail: 'a@b.example',
      access: 'public',
      reviewsUploads: false,
      sendsMail: true,
      providers: [],
      providersOnly: false,
      facebookAppId: null,
      ...settings,
    },
  },
})

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
      'GET /config': config({ access, reviewsUploads }),
    },
  })
  await vi.waitFor(() => expect(globalThis.document.body.textContent).toContain(shown))
  expect(globalThis.document.body.textContent).not.toContain(hidden)
})

test.each<[LegalDocument, settings: object, shown: string, hidden: string]>([
  ['terms', {}, 'we email you the reason', 'you get a notification on the site'],
  ['terms', { sendsMail: false }, 'you get a notification on the site with the reason', 'we email you'],
  ['privacy', {}, 'We email you 30 days before', 'send email'],
  ['privacy', { sendsMail: false }, "This site doesn't send email", 'We email you 30 days before'],
  ['privacy', {}, 'Pages load nothing from third parties.', 'own page opens'],
  ['privacy', { providers: [{ id: 'acme', name: 'Acme' }] }, 'own page opens', 'connect to Facebook'],
  ['privacy', { facebookAppId: '123' }, 'The login pages connect to Facebook', 'Pages load nothing'],
  ['privacy', { facebookAppId: '123', providersOnly: true }, 'Pages load nothing', 'connect to Facebook'],
])('the %s of a site with %o say “%s”', async (document, settings, shown, hidden) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  await showScreen(<LegalScreen document={document} />, {
    texts: ['legal'],
    replies: { 'GET /config': config(settings) },
  })
  await vi.waitFor(() => expect(globalThis.document.body.textContent).toContain(shown))
  expect(globalThis.document.body.textContent).not.toContain(hidden)
})
