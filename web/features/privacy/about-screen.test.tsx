import { afterEach, expect, it, vi } from 'vitest'
import { leaveScreen, showScreen } from '#test/web/screen.tsx'
import { AboutScreen } from './about-screen.tsx'

afterEach(leaveScreen)

async function linksWith(sourceUrl: string | null) {
  const data = { contactEmail: 'ann@example.com', siteDescription: 'Cats only', sourceUrl }
  await showScreen(<AboutScreen />, {
    texts: ['legal'],
    replies: { 'GET /config': { body: { success: true, data } } },
  })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Cats only'))
  return [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
}

it('links to the license and the source code, as section 13 of the license requires', async () => {
  expect(await linksWith('/source.tar.gz')).toEqual([
    'mailto:ann@example.com',
    'https://www.gnu.org/licenses/agpl-3.0.html',
    '/source.tar.gz',
  ])
})

it('names the operator’s address if the site has no source archive', async () => {
  expect(await linksWith(null)).toEqual([
    'mailto:ann@example.com',
    'https://www.gnu.org/licenses/agpl-3.0.html',
    'mailto:ann@example.com',
  ])
})
