import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { loadTexts, startTexts } from '#web/lib/i18n.ts'
import { createQueryClient } from '#web/lib/query.ts'
import { Router, useLocation } from '#web/lib/router.tsx'
import { signOut } from '#web/lib/session.ts'
import { createMemoryHistory } from './memory-history.ts'

export type Reply = { status?: number; body: unknown }
export type Replies = Record<string, Reply | ((body: unknown) => Reply | undefined)>

export interface Sent {
  /** `POST /auth/login`, without `/api` and query. */
  call: string
  body: unknown
  /** The query string, if any. */
  query?: string
}

/** Repeats the check until it throws nothing. */
export const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 20_000 })

export const shownText = () => document.body.textContent ?? ''

let end = () => {}

/**
 * Renders a part of the web client in English against a fake server, until the test ends; calls without a reply fail like a lost
 * connection.
 * @param texts translation files in addition to those that every screen has
 * @param replies by call, such as `POST /auth/login`; a function is evaluated for each request
 */
export async function showScreen(
  element: ReactNode,
  { path = '/', texts = [], replies = {} }: { path?: string; texts?: string[]; replies?: Replies } = {},
) {
  onTestFinished(leaveScreen)
  await startTexts('en')
  await loadTexts(...texts)
  const sent = stubServer(replies)
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  end = () => root.unmount()
  let address: string | undefined
  const client = createQueryClient()
  const history = createMemoryHistory(path)
  root.render(
    <QueryClientProvider client={client}>
      <Router history={history}>
        {element}
        <Address
          onChange={(next) => {
            address = next
          }}
        />
      </Router>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => {
    if (address === undefined) throw new Error('Nothing is rendered')
  })
  return { sent, client, address: () => address }
}

/** Removes the screen, the session and the fake server. */
export function leaveScreen(): void {
  end()
  end = () => {}
  signOut()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
}

function Address({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search } = useLocation()
  useEffect(() => onChange(pathname + search), [pathname, search, onChange])
  return null
}

function stubServer(replies: Replies): Sent[] {
  const sent: Sent[] = []
  const answer = (method: string, url: string, body: unknown): Reply | undefined => {
    const call = `${method} ${url.replace(/^\/api/, '').replace(/\?.*/, '')}`
    const query = /\?(.*)/.exec(url)?.[1]
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : body
    sent.push({ call, body: read, ...(query ? { query } : {}) })
    const reply = replies[call]
    return typeof reply === 'function' ? reply(read) : reply
  }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const reply = answer(method, url, body)
    if (!reply) throw new TypeError('No connection')
    return Response.json(reply.body, { status: reply.status ?? 200 })
  })
  // Uploads use XMLHttpRequest, since only it reports upload progress.
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 0
      response = new Blob()
      onload = () => {}
      onerror = () => {}
      onloadend = () => {}
      private target = ['', '']
      open(...target: string[]) {
        this.target = target
      }
      setRequestHeader() {}
      getResponseHeader = () => null
      abort() {}
      send(body: unknown) {
        const [method = '', url = ''] = this.target
        const reply = answer(method, url, body)
        queueMicrotask(() => {
          this.status = reply?.status ?? 200
          this.response = new Blob([JSON.stringify(reply?.body)])
          if (reply) this.onload()
          else this.onerror()
          this.onloadend()
        })
      }
    },
  )
  return sent
}

/** The control with this label. */
export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === label)
  const control = found
    ? document.getElementById(found.htmlFor)
    : document.querySelector(`:is(input, textarea)[aria-label="${label}"]`)
  if (!control) throw new Error(`No field ${label}`)
  return control as HTMLInputElement
}

/** Types into a field, replacing its value. */
export function type(label: string, text: string): void {
  const control = field(label)
  // Bypasses React's value tracking, otherwise React ignores the event as unchanged.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll<HTMLButtonElement>('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name,
  )
  if (!found) throw new Error(`No button ${name}`)
  return found
}

export const alerts = () => [...document.querySelectorAll('[role="alert"]')].map((one) => one.textContent)
