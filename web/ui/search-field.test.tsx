import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FEED_DEBOUNCE_MS } from '#contract/limits.ts'
import { button, showScreen } from '#test/web/screen.tsx'
import { Link, useSearchParams } from '../lib/router.tsx'
import { SearchField } from './search-field.tsx'

afterEach(() => vi.useRealTimers())

const field = () => {
  const found = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!found) throw new Error('There is no field')
  return found
}
function type(text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
  field().dispatchEvent(new Event('input', { bubbles: true }))
}

test('emits the typed text once, even if the address updates late', async () => {
  const handed: string[] = []
  await showScreen(<SearchField label="Search" text="" onChange={(text) => handed.push(text)} />)
  vi.useFakeTimers()
  field().focus()
  type('heron')
  await vi.advanceTimersByTimeAsync(1)
  field().blur()
  expect(handed).toEqual(['heron'])
  await vi.advanceTimersByTimeAsync(FEED_DEBOUNCE_MS * 4)
  expect(handed).toEqual(['heron'])
  field().focus()
  type('  ')
  await vi.advanceTimersByTimeAsync(FEED_DEBOUNCE_MS * 2)
  expect(handed).toEqual(['heron', ''])
})

function Searched() {
  const [params, setParams] = useSearchParams()
  const [changes, setChanges] = useState(0)
  const change = (q: string) => {
    setChanges(changes + 1)
    setParams({ q })
  }
  return (
    <>
      <SearchField label="Search" text={params.get('q') ?? ''} onChange={change} />
      <Link to="/templates">All</Link>
      <output>{changes}</output>
    </>
  )
}

test('a link to another search clears the field and is not reverted', async () => {
  const { address } = await showScreen(<Searched />, { path: '/templates?q=heron' })
  expect(field().value).toBe('heron')
  document.querySelector('a')?.click()
  await vi.waitFor(() => expect(field().value).toBe(''))
  await new Promise((resolve) => setTimeout(resolve, FEED_DEBOUNCE_MS * 2))
  expect([address(), document.querySelector('output')?.textContent]).toEqual(['/templates', '0'])
})

test('the button clears the field, reports that at once, and leaves the focus in the field', async () => {
  const handed: string[] = []
  await showScreen(<SearchField label="Search" text="heron" onChange={(text) => handed.push(text)} />)
  button('Clear search').click()
  await vi.waitFor(() => expect(field().value).toBe(''))
  expect([handed, document.activeElement]).toEqual([[''], field()])
})
