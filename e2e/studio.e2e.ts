import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Meme } from '#contract/memes/memes.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import studioEn from '#web/locales/en/studio.json' with { type: 'json' }
import studioVi from '#web/locales/vi/studio.json' with { type: 'json' }
import { signInAs, uploadMeme } from './people.ts'
import {
  differing,
  downloaded,
  forgetDrafts,
  openOwnPicture,
  preview,
  savedCaptions,
  stage,
  textField,
} from './studio-page.ts'

const own = () => randomPicture('studio', { width: 640, height: 480 })

test('the studio fits narrow, wide and short windows, in both languages and themes', async ({ browser, app }) => {
  test.setTimeout(180_000)
  for (const [texts, colorScheme] of [
    [studioVi, 'light'],
    [studioEn, 'dark'],
  ] as const) {
    const locale = texts === studioVi ? 'vi-VN' : 'en-US'
    const context = await browser.newContext({ baseURL: app.url, locale, colorScheme, serviceWorkers: 'block' })
    const page = await context.newPage()
    await openOwnPicture(page, await own(), texts)
    await textField(page, texts).fill('Khi deadline còn năm phút')
    await expect(page.getByRole('button', { name: texts.download })).toBeEnabled()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(Number(/\d+/.exec(background)?.[0]) > 128).toBe(colorScheme === 'light')
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const layout = async () => {
        const box = await stage(page, texts).boundingBox()
        const tools = page.getByRole('button', { name: texts.download }).locator('..')
        const rows = await tools.evaluate(({ children: [...all] }) => {
          const [first, last] = [all[0]?.getBoundingClientRect(), all.at(-1)?.getBoundingClientRect()]
          return (last?.top ?? 0) - (first?.bottom ?? 0)
        })
        return {
          isInside: box !== null && box.x >= 0 && box.x + box.width <= width,
          beyond: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          // The tools below the picture take at most two rows.
          hasTwoRows: rows < 20,
        }
      }
      await expect.poll(layout, `${width}, ${locale}`).toEqual({ isInside: true, beyond: 0, hasTwoRows: true })
    }
    for (const [width, height] of [
      [1024, 400],
      [740, 360],
      [512, 360],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const scrolled of [0, 300]) {
        const isInside = async () => {
          await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
          const box = await stage(page, texts).boundingBox()
          return box !== null && box.y > 60 && box.y + box.height <= height
        }
        await expect.poll(isInside, `the picture at ${width} × ${height}, scrolled by ${scrolled}`).toBe(true)
      }
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      for (const name of [texts.publish, texts.copy, texts.download])
        await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    }
    await context.close()
  }
})

test('captions are edited by keyboard, saved as a draft on every way out, and exported as shown', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const onPicture = (number: number) =>
    page.getByRole('textbox', { name: studioEn.onPicture.replace('{{number}}', `${number}`) })
  await test.step('on the picture', async () => {
    await openOwnPicture(page, await own())
    const texts = async () => (await savedCaptions(page, 'file')).map(({ text }) => text)
    await expect(onPicture(1)).toBeFocused()
    await page.keyboard.type('hello')
    await expect.poll(texts).toEqual(['hello', ''])
    const box = await stage(page).boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * 0.9)
    await expect(onPicture(2)).toBeFocused()
    await page.keyboard.type('below')
    await expect.poll(texts).toEqual(['hello', 'below'])
    await page.keyboard.press('Escape')
    await expect(stage(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(onPicture(2)).toBeFocused()
    // The field selects the whole text.
    await page.keyboard.type('again')
    await expect.poll(texts).toEqual(['hello', 'again'])
    await page.keyboard.press('Control+z')
    await expect.poll(texts).toEqual(['hello', 'below'])
    await forgetDrafts(page)
  })
  await test.step('keyboard', async () => {
    await openOwnPicture(page, await own())
    const first = async () => (await savedCaptions(page, 'file'))[0]
    await textField(page).focus()
    await page.keyboard.type('hello there')
    await expect.poll(async () => (await first())?.text).toBe('hello there')
    const before = await first()
    const canvas = stage(page)
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Shift+Tab')
      if (await canvas.evaluate((node) => node === document.activeElement)) break
    }
    await expect(canvas).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(async () => (await first())?.y).toBeCloseTo((before?.y ?? 0) + 0.06)
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(async () => (await first())?.width).toBeCloseTo((before?.width ?? 0) - 0.01)
    await page.keyboard.press(']')
    await expect.poll(async () => (await first())?.rotation).toBe(5)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await first())?.rotation).toBe(0)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => (await first())?.rotation).toBe(5)
    await page.getByRole('button', { name: studioEn.duplicate }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await savedCaptions(page, 'file')).length).toBe(3)
    await canvas.focus()
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await savedCaptions(page, 'file')).length).toBe(2)
  })
  await test.step('leave at once', async () => {
    await forgetDrafts(page)
    let current = page
    await openOwnPicture(page, await own())
    for (const [how, leave] of Object.entries(LEAVING))
      await test.step(how, async () => {
        await textField(current).fill(`first, ${how}`)
        await expect.poll(async () => (await savedCaptions(current, 'file'))[0]?.text).toBe(`first, ${how}`)
        await textField(current).fill(`last, ${how}`)
        current = await leave(current)
        await current.goto('/create')
        await expect(textField(current)).toHaveValue(`last, ${how}`)
      })
  })
  await test.step('export and copy', async () => {
    const page = await context.newPage()
    await forgetDrafts(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openOwnPicture(page, await own())
    await textField(page).fill('Tiếng Việt có dấu')
    await expect(page.getByRole('button', { name: studioEn.download })).toBeEnabled()
    // A click on the picture hides the handles.
    const box = await stage(page).boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    const plain = await own()
    for (const choice of ['Original · 640 × 480 PNG', 'Chat · 640 × 480 JPEG']) {
      const picture = await downloaded(page, choice)
      expect(await described(picture)).toBe(choice.slice(choice.indexOf('·') + 2))
      expect([choice, (await differing(picture, await preview(page))) < 0.01]).toEqual([choice, true])
      expect(await differing(picture, plain)).toBeGreaterThan(0.01)
    }
    for (const [choice, top] of [
      ['Post · 1080 × 810 JPEG', 0],
      ['Story · 1080 × 1920 JPEG', 555],
    ] as const) {
      const picture = await downloaded(page, choice)
      expect(await described(picture)).toBe(choice.slice(choice.indexOf('·') + 2))
      const area = sharp(picture).extract({ left: 0, top, width: 1080, height: 810 })
      // Letters are drawn at the larger size, so their edges differ.
      expect(await differing(await preview(page), await area.png().toBuffer()), choice).toBeLessThan(0.03)
    }
    await page.getByRole('button', { name: studioEn.copy, exact: true }).click()
    await expect(page.getByText(studioEn.copied)).toBeVisible()
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      return [...new Uint8Array((await (await item?.getType('image/png'))?.arrayBuffer()) ?? new ArrayBuffer(0))]
    })
    expect(await differing(Buffer.from(copied), await preview(page))).toBeLessThan(0.01)
  })
  await test.step('a crashed tab', async () => {
    const page = await context.newPage()
    await forgetDrafts(page)
    await openOwnPicture(page, await own())
    await textField(page).fill('not lost')
    await expect.poll(async () => (await savedCaptions(page, 'file'))[0]?.text).toBe('not lost')
    const session = await context.newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    session.send('Page.crash').catch(() => undefined)
    await crashed
    const next = await context.newPage()
    await next.goto('/create')
    await expect(textField(next)).toHaveValue('not lost')
    await expect(stage(next)).toBeVisible()
  })
})

async function described(picture: Buffer): Promise<string> {
  const { width, height, format } = await sharp(picture).metadata()
  return `${width} × ${height} ${format?.toUpperCase()}`
}

const LEAVING: Record<string, (page: Page) => Promise<Page>> = {
  'by a link': async (page) => {
    await page.getByRole('banner').getByRole('link', { name: 'Memeroom, home' }).click()
    await expect(stage(page)).toBeHidden()
    return page
  },
  'by an address': async (page) => {
    await page.goto('/robots.txt')
    return page
  },
  'by closing its tab': async (page) => {
    const next = await page.context().newPage()
    await page.close({ runBeforeUnload: true })
    return next
  },
}

test('the server renders a template as the browser does', async ({ page, app }) => {
  const member = await signUp(app)
  const memes: Meme[] = []
  for (const text of ['ONE', 'TWO WORDS']) {
    const bytes = await captionedPicture({ seed: 'e2e template', text })
    memes.push(await uploadMeme(app, member, { name: 'Grumpy heron', file: { bytes, type: 'image/png' } }))
  }
  const templateOf = async () => {
    const answer = await fetch(`${app.url}/api/meme/${memes[0]?._id}`)
    return ((await answer.json()) as { data: { templateId?: string } }).data.templateId
  }
  await expect.poll(templateOf, { timeout: 30_000 }).toEqual(expect.any(String))
  const id = await templateOf()
  await signInAs(page, member)
  await page.goto(`/create?template=${id}`)
  await textField(page).fill('Ngày mai rồi tính 😀👩‍👩‍👧🇻🇳')
  const source = `template ${id}`
  await expect.poll(async () => (await savedCaptions(page, source))[0]?.text).toBe('Ngày mai rồi tính 😀👩‍👩‍👧🇻🇳')
  await expect(page.getByRole('button', { name: studioEn.download })).toBeEnabled()
  const ofBrowser = await downloaded(page)
  const captions = (await savedCaptions(page, source)).map(({ id: _, ...caption }) => caption)
  const answer = await fetch(`${app.url}/api/template/${id}/render`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.authentication.token}` },
    body: JSON.stringify({ captions }),
  })
  expect(answer.status).toBe(200)
  expect(await differing(Buffer.from(await answer.arrayBuffer()), ofBrowser)).toBeLessThan(0.01)
})
