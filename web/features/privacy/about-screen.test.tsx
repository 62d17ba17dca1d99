import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { AboutScreen } from './about-screen.tsx'

const MAIL = ['ann@example.com', 'mailto:ann@example.com']
const LICENSE = ['GNU Affero General Public License', 'https://www.gnu.org/licenses/agpl-3.0.html']

async function linksWith(sourceUrl: string | null) {
  const data = { contactEmail: 'ann@example.com', siteDescription: 'Cats only', sourceUrl }
  await showScreen(<AboutScreen />, {
    texts: ['legal'],
    replies: { 'GET /config': { body: { success: true, data } } },
  })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Cats only'))
  return [...document.querySelectorAll('main a')].map((link) => [link.textContent, link.getAttribute('href')])
}

it('links to the license and the source code, as section 13 of the license requires', async () => {
  expect(await linksWith('/source.tar.gz')).toEqual([
    MAIL,
    LICENSE,
    ["source code of this site's software", '/source.tar.gz'],
  ])
})

it('names the operator’s address if the site has no source archive', async () => {
  expect(await linksWith(null)).toEqual([MAIL, LICENSE, MAIL])
})
