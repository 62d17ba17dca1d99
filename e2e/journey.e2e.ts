import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { jpegWithMetadata } from '#test/pictures.ts'
import { codeFor } from '#test/sign-up.ts'

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47]

/** Drops a file as a person does: dragged in from outside, over the page, and released. */
async function dropPicture(page: Page, bytes: Buffer, name: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([base64, fileName]) => {
      const transfer = new DataTransfer()
      const raw = Uint8Array.from(atob(base64 ?? ''), (char) => char.charCodeAt(0))
      transfer.items.add(new File([raw], fileName ?? '', { type: 'image/jpeg' }))
      return transfer
    },
    [bytes.toString('base64'), name] as const,
  )
  await page.locator('body').dispatchEvent('dragenter', { dataTransfer: data })
  await page.locator('body').dispatchEvent('dragover', { dataTransfer: data })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.locator('body').dispatchEvent('drop', { dataTransfer: data })
}

/** The first bytes of the picture on the clipboard. */
function clipboardPicture(page: Page): Promise<{ types: string[]; head: number[] }> {
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    if (!item) return { types: [], head: [] }
    const type = item.types.find((name) => name.startsWith('image/')) ?? ''
    const bytes = new Uint8Array(await (await item.getType(type)).arrayBuffer())
    return { types: [...item.types], head: [...bytes.subarray(0, 4)] }
  })
}

async function fillCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
}

test('register, verify, drop a picture, find it, like it, copy it, and it is still there', async ({ page, app }) => {
  const person = { email: 'journey@example.com', username: 'journey', password: 'correct horse' }
  const memeName = 'Sideways holiday photo'

  await page.goto('/register')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Repeat password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/verify-email/)

  await fillCode(page, await codeFor(app, person.email))
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${app.url}/`)

  await dropPicture(page, await jpegWithMetadata(), 'holiday.jpg')
  const upload = page.getByRole('dialog')
  await upload.getByLabel('Name').fill(memeName)
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(upload).toBeHidden()
  const tile = page.getByRole('link', { name: new RegExp(memeName) })
  await expect(tile.first()).toBeVisible()

  const search = page.getByRole('search')
  await search.getByRole('combobox').fill('holidays')
  await search.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/search=holidays/)
  await tile.first().click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByRole('heading', { name: memeName })).toBeVisible()
  await expect(page).toHaveURL(/view=/)

  await like(detail)
  await detail.getByRole('button', { name: 'Copy picture' }).click()
  await expect(detail.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await clipboardPicture(page)
  expect(copied).toEqual({ types: ['image/png'], head: PNG_SIGNATURE })

  await page.reload()
  await expect(detail.getByRole('heading', { name: memeName })).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(detail).toBeHidden()
  await expect(page).toHaveURL(/search=holidays/)
})

async function like(detail: Locator): Promise<void> {
  const button = detail.getByRole('button', { name: 'Like', exact: true })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
}
