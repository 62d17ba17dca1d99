import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeFor, newPerson, signUp } from '#test/sign-up.ts'
import { uploadMeme } from '../../e2e/people.ts'
import { ensureWebBuilt } from '../../tools/scripts/bootstrap.mjs'
import { type AppProcess, startApp } from '../app-process.ts'
import { poll } from '../poll.ts'
import { randomPicture } from '../random-picture.ts'
import { startDisplay } from './display.ts'
import { KEYS, startWebKit, type WebKitPage } from './web-driver.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

let app: AppProcess
let page: WebKitPage
let closeDisplay: () => void
const person = newPerson()

beforeAll(async () => {
  await ensureWebBuilt()
  closeDisplay = await startDisplay()
  app = await startApp({ OCR: 'off', PUBLIC_HOST: 'localhost' })
  page = await startWebKit()
})

afterAll(async () => {
  await page?.close()
  await app?.stop()
  closeDisplay?.()
})

const api = async <T>(path: string) => ((await (await fetch(`${app.url}/api${path}`)).json()) as { data: T }).data

describe('journeys in WebKitGTK, in this order', () => {
  it('registers, verifies the address, and is signed in', async () => {
    await page.goto(`${app.url}/register`)
    await page.type('input', 'Email', person.email)
    await page.type('input', 'Username', person.username)
    await page.type('input', 'Password', person.password)
    await page.type('input', 'Repeat password', person.password + KEYS.enter)
    const code = await codeFor(app, person.email)
    await page.until("return location.pathname === '/verify-email'")
    for (const [place, digit] of [...code].entries()) await page.type('input', `Digit ${place + 1} of 6`, digit)
    await page.until("return location.pathname === '/' && localStorage.getItem('token') !== null")
  })

  it('signs out and in again', async () => {
    await page.run('localStorage.clear()')
    await page.goto(`${app.url}/login`)
    await page.type('input', 'Email', person.email)
    await page.type('input', 'Password', person.password + KEYS.enter)
    await page.until("return location.pathname === '/' && localStorage.getItem('token') !== null")
  })

  it('uploads a picture', async () => {
    const file = join(app.dataDir, 'quokka.png')
    await writeFile(file, await randomPicture('quokka', { width: 320, height: 240 }))
    await page.button('Upload')
    await page.type('input[type=file]', 'Choose a picture', file)
    await page.type('[role=dialog] input', 'Name', 'Quokka on a Monday')
    await page.click('[role=dialog] button[type=submit]')
    await page.find('article a', 'Quokka on a Monday')
  })

  it('searches by words and restores the search after a meme', async () => {
    await page.type('input', 'Search memes', `quokka${KEYS.enter}`)
    await page.until("return new URLSearchParams(location.search).get('search') === 'quokka'")
    await page.click('article a', 'Quokka')
    await page.until("return new URLSearchParams(location.search).has('view')")
    await page.back()
    await page.until("return !new URLSearchParams(location.search).has('view')")
    await page.find('article a', 'Quokka')
  })

  it('likes and copies a picture', async () => {
    await page.click('article a', 'Quokka')
    await page.click('[role=dialog] button', 'Like')
    await page.find('[role=dialog] [aria-pressed=true]', 'Like')
    await page.click('[role=dialog] button', 'Copy picture')
    await page.find('[role=dialog] button', 'Copied')
    const id = new URL(await page.address()).searchParams.get('view')
    await poll(async () => (await api<{ copyCount: number }>(`/meme/${id}`)).copyCount === 1, {
      withinMs: 30_000,
      missing: 'the copy was not counted',
    })
    await page.goto(await page.address())
    await page.find('[role=dialog] [aria-pressed=true]', 'Like')
  })

  it('saves a meme in a new album', async () => {
    await page.click('[role=dialog] button', 'Choose albums')
    await page.type('[role=dialog] input', 'New album', `Marsupials${KEYS.enter}`)
    await page.until("return [...document.querySelectorAll('input[type=checkbox]')].some((one) => one.checked)")
    await page.goto(`${app.url}/my-meme?tab=album`)
    await page.link('Marsupials')
    await page.find('article', null)
    await page.sees('Marsupials')
  })

  it('follows a person and finds their memes', async () => {
    const creator = await signUp(app)
    await uploadMeme(app, creator, { name: 'By a new follow' })
    await page.goto(`${app.url}/user/${creator.username}`)
    await page.button('Follow')
    await page.find('button', 'Following')
    await page.goto(`${app.url}/?tab=following`)
    await page.find('article a', 'By a new follow')
  })

  it('makes a meme in the studio and publishes it', async () => {
    const file = join(app.dataDir, 'own.png')
    await writeFile(file, await randomPicture('own', { width: 400, height: 300 }))
    await page.goto(`${app.url}/create`)
    await page.type('main input[type=file]', null, file)
    await page.type('main [aria-current] :is(textarea, input)', null, 'Not again')
    await page.button('Publish')
    await page.type('[role=dialog] input', 'Name', 'Made here')
    await page.click('[role=dialog] button[type=submit]')
    await page.sees('Your meme has been published')
  })

  it('changes the language and the theme', async () => {
    await page.goto(`${app.url}/trending`)
    await page.choose('Tiếng Việt')
    await page.until("return document.documentElement.lang === 'vi'")
    await page.choose('Tối')
    await page.until("return document.documentElement.dataset.theme === 'dark'")
  })

  it('opens a meme of a profile and closes it with Escape', async () => {
    await page.goto(`${app.url}/user/${person.username}`)
    await page.click('article a', null)
    await page.find('[role=dialog]')
    await page.type('body', null, KEYS.escape)
    await page.until("return document.querySelector('[role=dialog]') === null")
    expect(new URL(await page.address()).pathname).toBe(`/user/${person.username}`)
  })
})
