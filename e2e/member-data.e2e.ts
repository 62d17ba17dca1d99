import type { BrowserContext, Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { expect } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { createMember, type Person, register } from '#test/sign-up.ts'
import accountEn from '#web/locales/en/account.json' with { type: 'json' }
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import studioEn from '#web/locales/en/studio.json' with { type: 'json' }
import { cards, choose, pictures } from './bulk.ts'
import { type FrontProxy, test } from './front-proxy.ts'
import { openAs } from './members.ts'
import { controlled } from './service-worker.ts'
import { memberThings, readStorages, unregistered } from './storages.ts'
import { openOwnPicture, stage, textField } from './studio-page.ts'

// When a session ends in any way, only device settings remain for the next person at the browser.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/Failed to load resource|ERR_|Failed to fetch|net::/],
})

const SECRET = 'quokka in pyjamas'
const box = (page: Page) => page.getByRole('banner').getByRole('combobox')

interface Scene {
  page: Page
  context: BrowserContext
  app: AppProcess
}

/** Makes a member use every feature that stores data in the browser, until every entry of the registry is filled. */
async function fillStorages(page: Page, app: AppProcess, front: FrontProxy, person: Person): Promise<string> {
  await leaveRegistrationOpen(page, await register(app))
  await openAs(page, app, person, '/')
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await controlled(page)
  await search(page)
  await likeWithoutConnection(page, front)
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  // A list remembers its position after the scroll event of the next frame.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', () => requestAnimationFrame(resolve), { once: true })
        scrollTo(0, 700)
      }),
  )
  await page.goto('/bulk-upload')
  await choose(page, await pictures('unsent one.png', 'unsent two.png'))
  await expect(cards(page)).toHaveCount(2)
  await expect.poll(async () => unfilled(await readStorages(page))).not.toContain('memeroom-bulk-upload files')
  // An own picture, so that it is on the screen when another person signs in.
  await openOwnPicture(page, await randomPicture('mine', { width: 320, height: 240 }))
  await textField(page).fill(SECRET)
  await shareWithApplication(page)
  await expect.poll(async () => unfilled(await readStorages(page)), { timeout: 60_000 }).toEqual([])
  return token
}

const unfilled = (storages: Awaited<ReturnType<typeof readStorages>>) =>
  Object.entries(memberThings(storages)).flatMap(([name, isThere]) => (isThere ? [] : [name]))

async function leaveRegistrationOpen(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(accountEn.email).fill(person.email)
  await page.getByLabel(accountEn.password, { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: commonEn.login, exact: true }).click()
  await expect(page).toHaveURL(/verify-email/)
}

async function search(page: Page): Promise<void> {
  await box(page).fill(SECRET)
  await box(page).press('Enter')
  await expect(page).toHaveURL(/search=/)
}

async function likeWithoutConnection(page: Page, front: FrontProxy): Promise<void> {
  front.refused = /^\/api\/user-action/
  await page.goto('/')
  const tile = page.getByRole('article').first()
  await tile.hover()
  await tile.getByRole('button', { name: 'Like', exact: true }).first().click()
  await expect(page.getByText(commonEn.offline.queued)).toBeVisible()
}

/** Sends pictures as the system's share menu does; no page picks them up. */
const shareWithApplication = (page: Page) =>
  page.evaluate(async () => {
    const form = new FormData()
    form.append('images', new File(['bytes'], 'shared.png', { type: 'image/png' }))
    await fetch('/share-target', { method: 'POST', body: form, redirect: 'manual' })
  })

async function logOutByMenu(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: commonEn.nav.account }).click()
  await page.getByRole('menuitem', { name: commonEn.logout }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** Ways to end a session that differ for the storage; web/lib/*.test.ts cover a 401 and interrupted cleanups. */
const ENDS: Record<string, (scene: Scene) => Promise<void>> = {
  'in another tab': async ({ page, context }) => {
    const tab = await context.newPage()
    await tab.goto('/notifications')
    await logOutByMenu(tab)
    await tab.close()
    // The drawing is no longer on the screen and is not written again.
    await expect(stage(page)).toBeHidden()
  },
  'after Shift+reload': async ({ page, context }) => {
    const devtools = await context.newCDPSession(page)
    const loaded = page.waitForEvent('load')
    await devtools.send('Page.reload', { ignoreCache: true })
    await loaded
    await expect(stage(page)).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    await logOutByMenu(page)
  },
  'by someone else who signs in over it': async ({ page, app }) => {
    await openAs(page, app, await createMember(app), '/privacy-policy')
  },
}

test('no data of a member remains in the browser when the session ends in any way', async ({
  page,
  context,
  app,
  front,
  gallery,
}) => {
  test.setTimeout(180_000)
  expect(gallery.memes.length).toBeGreaterThan(0)
  for (const [how, end] of Object.entries(ENDS))
    await test.step(how, async () => {
      const person = await createMember(app)
      const token = await fillStorages(page, app, front, person)
      await end({ page, context, app })
      const isAnother = how.includes('someone else')
      const left = async () => {
        const storages = await readStorages(page)
        const things = Object.entries(memberThings(storages)).filter(([, isThere]) => isThere)
        return {
          // Another member has only their own session; pages immediately add pictures and responses for them.
          things: things
            .map(([name]) => name)
            .filter((name) => !(isAnother && ['authen', 'token', 'answers', 'pictures'].includes(name))),
          traces: [SECRET, person.username, person.email, token].filter((word) =>
            JSON.stringify(storages).includes(word),
          ),
          unregistered: unregistered(storages),
        }
      }
      await expect.poll(left, { timeout: 20_000 }).toEqual({ things: [], traces: [], unregistered: [] })
      await showNothingToNext(page, app)
      await clearDevice(page)
    })
})

/** Starts the next step as a new browser would. */
async function clearDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await page.goto('/robots.txt')
  const { origin } = new URL(page.url())
  await page.evaluate(() => sessionStorage.clear())
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
}

async function showNothingToNext(page: Page, app: AppProcess): Promise<void> {
  await openAs(page, app, await createMember(app), '/create')
  await expect(page.getByLabel(studioEn.ownPicture)).toBeAttached()
  await expect(stage(page)).toBeHidden()
  await box(page).focus()
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.goto('/bulk-upload')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
}

test('the drawing and searches of a visitor pass to the member who signs in', async ({ page, app }) => {
  const person = await createMember(app)
  await openOwnPicture(page, await randomPicture('visitor', { width: 320, height: 240 }))
  await textField(page).fill(SECRET)
  await search(page)
  await openAs(page, app, person, '/create')
  await expect(textField(page)).toHaveValue(SECRET)
  await logOutByMenu(page)
  // The marker is set last. An interrupted deletion is completed at the next start, but not if the same member has signed in again.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('owner'))).toBe('')
  await openAs(page, app, person, '/create')
  await expect(page.getByLabel(studioEn.ownPicture)).toBeAttached()
  await expect(stage(page)).toBeHidden()
})
