import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { RichText } from './rich-text.tsx'

it('puts the elements around their parts of the text, and shows marks in values as text', async () => {
  const email = '<strong>{{email}}</strong>@example.com'
  await showScreen(
    <p>
      <RichText textKey="account.forgot.codeLead" values={{ email }} components={{ strong: <strong /> }} />
    </p>,
    { texts: ['account'] },
  )
  await vi.waitFor(() => expect(document.querySelectorAll('strong')).toHaveLength(1))
  expect(document.querySelector('strong')?.textContent).toBe(email)
  expect(document.querySelector('p')?.textContent).not.toMatch(/<\/?strong>$/)
})

it('keeps several elements of a text apart', async () => {
  // biome-ignore-start lint/a11y/useAnchorContent: the translation fills them
  await showScreen(
    <RichText
      textKey="account.register.terms"
      components={{ terms: <a href="/terms" />, privacy: <a href="/privacy" /> }}
    />,
    { texts: ['account'] },
  )
  // biome-ignore-end lint/a11y/useAnchorContent: the translation fills them
  await vi.waitFor(() => expect(document.querySelectorAll('a')).toHaveLength(2))
  expect([...document.querySelectorAll('a')].map((link) => [link.pathname, link.textContent])).toEqual([
    ['/terms', 'terms of service'],
    ['/privacy', 'privacy policy'],
  ])
})
