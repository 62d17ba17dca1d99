import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '#test/e2e-server.ts'
import studioEn from '#web/locales/en/studio.json' with { type: 'json' }
import type studioVi from '#web/locales/vi/studio.json'

type Texts = typeof studioEn | typeof studioVi

export interface SavedCaption {
  id: string
  text: string
  x: number
  y: number
  width: number
  height: number
  rotation: number
}

/** The captions stored in the draft, from the lowest to the topmost. */
export const savedCaptions = (page: Page, source: string): Promise<SavedCaption[]> =>
  page.evaluate(
    (key) =>
      new Promise<SavedCaption[]>((resolve, reject) => {
        const opened = indexedDB.open('memeroom-studio')
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const database = opened.result
          if (!database.objectStoreNames.contains('drafts')) return resolve([])
          const asked = database.transaction('drafts').objectStore('drafts').get(key)
          asked.onerror = () => reject(asked.error)
          asked.onsuccess = () => {
            database.close()
            resolve((asked.result?.document?.layers ?? []) as SavedCaption[])
          }
        }
      }),
    source,
  )

/** Deletes the drafts, once the page that would save them is gone. */
export async function forgetDrafts(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase('memeroom-studio').onsuccess = () => resolve()
      }),
  )
}

/** Opens the studio with an own picture. */
export async function openOwnPicture(page: Page, bytes: Buffer, texts: Texts = studioEn): Promise<void> {
  await page.goto('/create')
  await page.getByLabel(texts.ownPicture).setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: bytes })
  await expect(stage(page, texts)).toBeVisible()
}

export const stage = (page: Page, texts: Texts = studioEn) => page.getByRole('application', { name: texts.canvas })
/** The field of the selected caption beside the picture. */
export const textField = (page: Page, texts: Texts = studioEn) =>
  page.getByRole('list', { name: texts.layers }).locator('[aria-current]').getByRole('textbox')

/** The finished picture from the download menu: in its original size, or for the choice with this text. */
export async function downloaded(page: Page, choice: string | RegExp = studioEn.destination.original): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: studioEn.download }).click()
  await page.getByRole('menuitem', { name: choice }).click()
  return readFile(await (await download).path())
}

const VISIBLE = 40

/** The share of visibly different pixels in two pictures, both scaled to the size of the first. */
export async function differing(one: Buffer, other: Buffer): Promise<number> {
  const { width, height } = await sharp(one).metadata()
  const pixels = (bytes: Buffer) => sharp(bytes).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const [a, b] = [await pixels(one), await pixels(other)]
  let count = 0
  for (let at = 0; at < a.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > VISIBLE)) count += 1
  return count / (a.length / 3)
}

/** The preview on the screen, without handles. */
export async function preview(page: Page): Promise<Buffer> {
  const data = await page
    .getByTestId('studio-stage')
    .locator('.konvajs-content')
    .evaluate((content) => {
      const canvases = [...content.querySelectorAll('canvas')]
      const whole = document.createElement('canvas')
      Object.assign(whole, { width: canvases[0]?.width, height: canvases[0]?.height })
      for (const canvas of canvases) whole.getContext('2d')?.drawImage(canvas, 0, 0)
      return whole.toDataURL('image/png')
    })
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}
