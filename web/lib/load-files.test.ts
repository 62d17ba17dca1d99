import { beforeEach, expect, it, vi } from 'vitest'
import { loadWithFiles } from './load-files.ts'

/** The links that were added. They are not in the document, so that they load nothing. */
let links: HTMLLinkElement[]
const addressesOf = (rel: string) => links.filter((link) => link.rel === rel).map((link) => link.getAttribute('href'))

beforeEach(() => {
  links = []
  vi.spyOn(document.head, 'append').mockImplementation((link) => links.push(link as HTMLLinkElement))
})

it('requests the files at the same time as the import, and waits for the stylesheets only', async () => {
  const done = vi.fn()
  void loadWithFiles(async () => 'part', ['assets/a.js', 'assets/a.css']).then(done)
  void loadWithFiles(async () => 'other', ['assets/a.css']).then(done)
  expect(addressesOf('modulepreload')).toEqual(['/assets/a.js'])
  expect(addressesOf('stylesheet')).toEqual(['/assets/a.css'])
  await new Promise((resolve) => setTimeout(resolve))
  expect(done).not.toHaveBeenCalled()
  links[1]?.onload?.(new Event('load'))
  await vi.waitFor(() => expect(done.mock.calls).toEqual([['part'], ['other']]))
})

it('does not request files that the page has', async () => {
  const link = document.createElement('link')
  vi.spyOn(document, 'querySelector').mockReturnValueOnce(link).mockReturnValueOnce(link)
  expect(await loadWithFiles(async () => 'part', ['assets/b.css', 'assets/b.js'])).toBe('part')
  expect(links).toEqual([])
})

it('goes on without a stylesheet that fails, and requests it again for the next import', async () => {
  vi.useFakeTimers()
  const loaded = loadWithFiles(async () => 'part', ['assets/c.css'])
  for (let attempt = 0; attempt < 4; attempt += 1) {
    links.at(-1)?.onerror?.(new Event('error'))
    await vi.advanceTimersByTimeAsync(4000)
  }
  expect(await loaded).toBe('part')
  expect(links).toHaveLength(4)
  void loadWithFiles(async () => 'part', ['assets/c.css'])
  expect(links).toHaveLength(5)
})
