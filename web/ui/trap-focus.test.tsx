import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { trapFocus } from './trap-focus.ts'

afterEach(() => document.body.replaceChildren())

function modal(html: string): HTMLElement {
  const container = document.body.appendChild(document.createElement('div'))
  const inner = { dangerouslySetInnerHTML: { __html: html } }
  flushSync(() =>
    createRoot(container).render(createElement('div', { tabIndex: -1, id: 'modal', onKeyDown: trapFocus, ...inner })),
  )
  return container.querySelector('#modal') as HTMLElement
}

/** Returns where a key press moves the focus at once; null if the browser handles it. */
function press(from: HTMLElement | null, shiftKey = false): string | null {
  from?.focus()
  const event = new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, cancelable: true })
  from?.dispatchEvent(event)
  return event.defaultPrevented ? (document.activeElement?.id ?? '') : null
}

const one = (id: string) => document.querySelector<HTMLElement>(`#${id}`)

test('Tab cycles between the first and last focusable element, in the same event', () => {
  modal(
    '<button id="first"></button><input id="middle"><button disabled></button><a id="last" href="/"></a><a tabindex="-1" href="/"></a>',
  )
  expect(press(one('last'))).toBe('first')
  expect(press(one('first'), true)).toBe('last')
  expect(press(one('modal'), true)).toBe('last')
  expect([press(one('first')), press(one('middle')), press(one('middle'), true), press(one('last'), true)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the selected radio button is the focusable one', () => {
  modal(
    '<button id="first"></button><input type="radio" name="why" id="a" checked><input type="radio" name="why" id="b">',
  )
  expect(press(one('a'))).toBe('first')
  expect(press(one('first'), true)).toBe('a')
})

test('a modal without focusable elements ignores Tab', () => {
  expect(press(modal('<p>Nothing</p>'))).toBe(null)
})
