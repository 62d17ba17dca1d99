import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { jpegWithMetadata } from '#test/pictures.ts'
import { codeFor, newPerson } from '#test/sign-up.ts'
import { otherCode, TEXTS, typeCode } from './members.ts'

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

test.use({ expectedErrors: [/400|401/] })

const { account, common } = TEXTS.en

test('register, verify, log in, drop a picture, find it, like it, copy it, and find it again after a reload', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  const memeName = 'Sideways holiday photo'
  await test.step('register, verify and log in', async () => {
    const person = newPerson()
    await page.goto('/register')
    await page.getByLabel(account.email).fill(person.email)
    await page.getByLabel(account.username).fill(person.username)
    await page.getByLabel(account.password, { exact: true }).fill(person.password)
    await page.getByLabel(account.confirmPassword).fill('something else')
    await page.getByRole('button', { name: account.register.submit }).click()
    await expect(page.getByLabel(account.confirmPassword)).toBeFocused()
    await page.getByLabel(account.confirmPassword).fill(person.password)
    await page.getByRole('button', { name: account.register.submit }).click()

    await page.waitForURL(`**/verify-email?email=${encodeURIComponent(person.email)}`)
    const code = await codeFor(app, person.email)
    const boxes = page.getByRole('textbox')
    await expect(boxes.first()).toBeFocused()
    await typeCode(page, otherCode(code))
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(boxes.first()).toBeFocused()
    await expect(boxes.first()).toHaveValue('')
    await expect(
      page.getByText(account.verify.attempts.replace('{{left}}', '4').replace('{{total}}', '5')),
    ).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)}-${code.slice(3)} `)
    await page.keyboard.press('Control+V')
    await expect(page.getByText(account.verify.signedIn)).toBeVisible()
    await page.waitForURL(`${app.url}/`)
    const first = await page.evaluate(() => JSON.parse(localStorage.getItem('authen') ?? '{}'))
    expect(first).toMatchObject({ username: person.username })

    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByLabel(account.email).fill(person.email)
    await page.getByLabel(account.password, { exact: true }).fill('not this one')
    await page.getByRole('main').getByRole('button', { name: common.login, exact: true }).click()
    await expect(page.getByLabel(account.password, { exact: true })).toBeFocused()
    await expect(page.getByLabel(account.email)).toHaveValue(person.email)
    await page.getByLabel(account.password, { exact: true }).fill(person.password)
    await page.getByRole('main').getByRole('button', { name: common.login, exact: true }).click()
    await page.waitForURL(`${app.url}/`)
    const stored = await page.evaluate(() => ({
      token: localStorage.getItem('token'),
      authen: JSON.parse(localStorage.getItem('authen') ?? '{}'),
    }))
    expect(stored.token).toMatch(/^[\w-]{43}$/)
    expect(stored.authen).toMatchObject({ username: person.username })
    expect(stored.authen.userId).toBe(stored.authen._id)
    expect(stored.authen.token).toBe(stored.token)
    expect(stored.authen.authentication).toBeUndefined()
  })
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
