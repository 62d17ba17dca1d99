import { createLucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import createIcon from './create-icon.tsx'

const DATA = {
  name: 'cross',
  size: 24,
  node: [
    ['path', { d: 'M18 6 6 18', key: 'a' }],
    ['circle', { cx: '1', cy: '1', r: '1', key: 'b' }],
  ],
}
type AnyIcon = ComponentType<Record<string, unknown>>

function drawn(Icon: AnyIcon, props: Record<string, unknown>) {
  const container = document.createElement('div')
  const root = createRoot(container)
  flushSync(() => root.render(<Icon {...props} />))
  const svg = container.querySelector('svg')
  const attributes = Object.fromEntries([...(svg?.attributes ?? [])].map(({ name, value }) => [name, value]))
  const shapes = svg?.innerHTML
  root.unmount()
  delete attributes.xmlns
  return { attributes, shapes }
}

test.for([
  {},
  { size: 20, className: 'large' },
  { 'aria-label': 'Close', role: 'img' },
  { 'aria-hidden': 'true', fill: 'currentColor', strokeWidth: 1.75 },
])('an icon with %j looks as with the function of lucide-react', (props) => {
  const [own, original] = [createIcon as unknown, createLucideIcon as unknown].map((create) =>
    drawn((create as (data: unknown) => AnyIcon)(DATA), props),
  )
  expect(own?.shapes).toContain('<path d="M18 6 6 18"')
  expect(own).toEqual(original)
})
