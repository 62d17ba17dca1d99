import { spawn } from 'node:child_process'
import { poll } from '#test/poll.ts'
import { freePort } from '../../tools/scripts/free-port.mjs'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const WAIT_MS = 10_000
export const KEYS = { enter: '\uE007', escape: '\uE00C', right: '\uE014' }

/** Defines `find`: the first visible control, or file input, of the selector with a name that starts with this. */
const FIND = `
const nameOf = (one) =>
  one.getAttribute('aria-label') ?? (one.labels?.[0]?.textContent || one.textContent || one.alt || one.placeholder || '')
const find = (selector, name) => [...document.querySelectorAll(selector)].find(
  (one) => (one.checkVisibility() || one.type === 'file') && (name === null || nameOf(one).trim().startsWith(name)),
) ?? null
`

/** A page of WebKitGTK's MiniBrowser, with commands of WebDriver. */
export type WebKitPage = Awaited<ReturnType<typeof startWebKit>>

/** Starts MiniBrowser under WebKitWebDriver. Debian has both in webkit2gtk-driver. Needs a display. */
export async function startWebKit() {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' })
  driver.on('error', () => {})
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const isReady = () =>
    request('GET', '/status').then(
      () => true,
      () => false,
    )
  await poll(isReady, { withinMs: WAIT_MS, missing: 'WebKitWebDriver does not start. Install webkit2gtk-driver.' })
  const options = { binary: MINI_BROWSER, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options, timeouts: { script: WAIT_MS } } }
  const { sessionId } = (await request('POST', '/session', { capabilities })) as { sessionId: string }
  const command = (method: string, path: string, body?: unknown) =>
    request(method, `/session/${sessionId}${path}`, body)

  const run = <T>(script: string, ...args: unknown[]) =>
    command('POST', '/execute/sync', { script, args }) as Promise<T>
  /** Waits for a control, or for any visible element of the selector without `name`. Returns its id for WebDriver. */
  const find = async (selector: string, name: string | null = null): Promise<string> => {
    const look = () => run<Record<string, string> | null>(`${FIND} return find(...arguments)`, selector, name)
    const found = await poll(async () => (await look()) ?? undefined, {
      withinMs: WAIT_MS,
      missing: `nothing matches ${selector} ${name ?? ''}`,
    })
    return found[ELEMENT] ?? ''
  }
  /** Sends a command for the control as soon as it can be used: nothing covers it, and it takes the focus. */
  const use = (action: 'click' | 'value', selector: string, name: string | null, body = {}) =>
    poll(
      async () => {
        const id = await find(selector, name)
        return command('POST', `/element/${id}/${action}`, body).then(
          () => true,
          (error) =>
            /click intercepted|not interactable|stale element/.test(String(error)) ? false : Promise.reject(error),
        )
      },
      { withinMs: WAIT_MS, missing: `${selector} ${name ?? ''} cannot be used` },
    )
  const click = (selector: string, name: string | null = null) => use('click', selector, name)
  return {
    run,
    find,
    click,
    goto: (url: string) => command('POST', '/url', { url }),
    back: () => command('POST', '/back', {}),
    address: () => command('GET', '/url') as Promise<string>,
    button: (name: string) => click('button, [role=button]', name),
    /** Chooses a radio button. WebDriver does not click it, because its label covers it. */
    choose: async (name: string) => {
      await find('input[type=radio]', name)
      await run(`${FIND} find('input[type=radio]', arguments[0]).click()`, name)
    },
    link: (name: string) => click('a', name),
    type: (selector: string, name: string | null, text: string) => use('value', selector, name, { text }),
    /** Waits until the script returns true. */
    until: (script: string, ...args: unknown[]) =>
      poll(() => run<boolean>(script, ...args), { withinMs: WAIT_MS, missing: `never true: ${script} ${args}` }),
    /** Waits until the page contains the text. */
    sees: (text: string) =>
      poll(() => run<boolean>('return document.body.innerText.includes(arguments[0])', text), {
        withinMs: WAIT_MS,
        missing: `the page does not contain “${text}”`,
      }),
    close: async () => {
      await command('DELETE', '')
      driver.kill()
    },
  }
}
