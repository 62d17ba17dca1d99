import type { Locator, Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'

interface TransferContent {
  files?: { name: string; type: string; bytes: Buffer }[]
  texts?: Record<string, string>
}

/** The contents of a drag or of the clipboard, created inside the page. */
function transferOf(page: Page, { files = [], texts = {} }: TransferContent) {
  const raw = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
  return page.evaluateHandle(
    ([fileList, textList]) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of fileList) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }))
      }
      for (const [type, text] of Object.entries(textList)) transfer.setData(type, text)
      return transfer
    },
    [raw, texts] as const,
  )
}

/** Drags over the page, and drops if `drop` is set. */
export async function drag(page: Page, carried: TransferContent, { drop = true } = {}): Promise<void> {
  const dataTransfer = await transferOf(page, carried)
  // A real drag over a page fires repeatedly.
  await expect(async () => {
    await page.locator('body').dispatchEvent('dragenter', { dataTransfer })
    await page.locator('body').dispatchEvent('dragover', { dataTransfer })
    await expect(form(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  if (drop) await page.locator('body').dispatchEvent('drop', { dataTransfer })
}

export async function paste(page: Page, carried: TransferContent): Promise<void> {
  const clipboardData = await transferOf(page, carried)
  await page.evaluate(
    (data) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
    clipboardData,
  )
}

export const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Upload a meme' })
export const save = (page: Page): Locator => form(page).getByRole('button', { name: 'Upload', exact: true })
export const preview = (page: Page): Locator => form(page).getByRole('img', { name: 'The picture you chose' })

let count = 0
export async function picture(): Promise<{ name: string; type: string; bytes: Buffer }> {
  count += 1
  return { name: `p${count}.png`, type: 'image/png', bytes: await randomPicture(`quick ${Date.now()} ${count}`) }
}
