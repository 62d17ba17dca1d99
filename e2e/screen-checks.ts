import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect } from '#test/e2e-server.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const THEMES = ['light', 'dark'] as const
const RULES = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
}
/** Widths at which a page must not scroll sideways. */
const SCROLL_WIDTHS = [320, 360, 768, 1280, 1920]
const DESKTOP = { width: 1280, height: 800 }

/** The menu library adds hidden focus guards at the edges, which axe reports. */
const NOT_CHECKED = { exclude: [['[data-base-ui-focus-guard]']] }

/** Waits until everything has loaded and faded in. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 })
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}

/** Violations that axe finds, one line per rule; empty if there are none. The dark theme differs only in colors. */
export async function axeViolations(page: Page, name: string): Promise<string[]> {
  const lines: string[] = []
  await page.evaluate(axeSource)
  for (const theme of THEMES) {
    await page.evaluate((chosen) => {
      // Simulates a choice in another tab.
      localStorage.setItem('theme', chosen)
      dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    }, theme)
    await settled(page)
    const { violations: found } = await page.evaluate(
      ([context, options]) =>
        (window as unknown as { axe: { run: (...given: object[]) => Promise<AxeResults> } }).axe.run(context, options),
      [NOT_CHECKED, RULES[theme]] as const,
    )
    for (const { id, nodes } of found) {
      lines.push(`${name}, ${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    }
  }
  return lines
}

const MESSAGE = 'A message in a toast'
/** Widths of a phone, a laptop, and a desktop: each layout puts toasts elsewhere. */
export const TOAST_WIDTHS = [360, 1024, 1440]
const WIDTHS = [...new Set([...SCROLL_WIDTHS, ...TOAST_WIDTHS])].sort((a, b) => a - b)

/** Shows a toast with a button, as the application does: its module is in the script that every page loads. */
async function showToast(message: string): Promise<void> {
  const script = [...document.querySelectorAll('link')].find(({ href }) => /\/assets\/home-[^/]*\.js$/.test(href))
  type Show = (message: string, options: object) => void
  const exported: Partial<Record<'success' | 'info' | 'error', Show>>[] = Object.values(
    await import(script?.href ?? ''),
  )
  const toast = exported.find((each) => each?.success && each.info && each.error)
  toast?.info?.(message, {
    closeAfterMs: 600_000,
    action: { label: 'Undo', onAction: () => undefined },
  })
}

/** Other toasts may still be on the screen. */
const shownToast = (page: Page) => page.locator('.Toastify__toast', { hasText: MESSAGE })

/** Scrolls each control into view and returns those that a click would not reach, with the elements that it would hit. */
const unreachable = (page: Page) =>
  page.evaluate(() => {
    // Hidden controls: the link that appears on focus, and file fields, which buttons open.
    const all =
      'a:not([href="#content"]), button, input:not([type="file"]), select, textarea, summary, [role^="menuitem"]'
    const top = [...document.querySelectorAll('[role$="dialog"], [role="menu"]')].at(-1)
    const brief = (element: Element | null) => element?.outerHTML.slice(0, 140)
    const hitOf = (control: HTMLElement) => {
      const [{ x, y, width, height } = control.getBoundingClientRect()] = control.getClientRects()
      return document.elementFromPoint(x + width / 2, y + height / 2)
    }
    return [...document.querySelectorAll<HTMLElement>(all)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert]'))
      .filter((control) => !top || top.contains(control) || control.closest('.toaster'))
      .flatMap((control) => {
        const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : []
        const reach = (block: ScrollLogicalPosition) => {
          control.scrollIntoView({ block, behavior: 'instant' })
          const hit = hitOf(control)
          return [control, ...labels].some((target) => target.contains(hit))
        }
        // As the browser scrolls to a focused control; a floating button can be scrolled away.
        if (reach('nearest') || (!hitOf(control)?.closest('.toaster') && reach('center'))) return []
        return [`${brief(control)} is under ${brief(hitOf(control))}`]
      })
  })

/** The number of pixels by which the page exceeds the window's right edge, once it is laid out. */
const overflow = (page: Page) =>
  page.evaluate(async () => {
    const { documentElement: root } = document
    for (let frame = 0; frame < 30; frame += 1) {
      await new Promise(requestAnimationFrame)
      if (frame > 1 && root.scrollWidth === root.clientWidth) return 0
    }
    return root.scrollWidth - root.clientWidth
  })

/**
 * Shows a toast, which stays, and returns the widths at which the page would scroll sideways and the controls that cannot be clicked,
 * both in one pass over the widths.
 */
export async function layoutFaults(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const lines: string[] = []
  await page.evaluate(showToast, MESSAGE)
  // Unlike `expect`, this looks at each frame.
  await shownToast(page).waitFor()
  for (const width of widths) {
    const hasToastLayout = TOAST_WIDTHS.includes(width)
    await page.setViewportSize({ width, height: hasToastLayout ? 740 : DESKTOP.height })
    if (SCROLL_WIDTHS.includes(width)) {
      const beyond = await overflow(page)
      if (beyond > 0) lines.push(`${name} at ${width}: ${beyond} px too wide`)
    }
    if (!hasToastLayout) continue
    // Not `settled`, which would wait for the toast's timer, an animation.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 })
    let found: string[] = []
    // The toast moves to its place in the new layout, and the page makes room for it.
    const none = expect.poll(async () => {
      found = await unreachable(page)
      return found.length
    })
    await none.toBe(0).catch(() => {})
    lines.push(...found.map((control) => `${name} at ${width}, with a toast: ${control}`))
  }
  await page.setViewportSize(DESKTOP)
  return lines
}

/** The controls that cannot be clicked while a toast is shown, at the width of each layout; closes the toast. */
export async function coveredByToast(page: Page, name: string): Promise<string[]> {
  const lines = await layoutFaults(page, name, TOAST_WIDTHS)
  const toast = shownToast(page)
  await toast.getByRole('button').last().click()
  await toast.waitFor({ state: 'detached' })
  return lines
}

/** Collects requests to other origins, and everything that the content security policy blocks, trusted types included. */
export async function watchPolicy(context: BrowserContext, origin: string): Promise<string[]> {
  const seen: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) seen.push(`requested ${request.url()}`)
  })
  await context.exposeFunction('onViolation', (what: string) => seen.push(`blocked ${what}`))
  await context.addInitScript(() => {
    const { onViolation } = window as unknown as { onViolation: (what: string) => void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
      onViolation([location.pathname, effectiveDirective, blockedURI, sourceFile, sample].join(' ')),
    )
  })
  return seen
}
