// Every screen, and the actions before its screenshot.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {(key: string) => string} Texts */
/** @typedef {import('./people.mjs').Picture} Picture */
/**
 * @typedef {{ name: string, path: string, act?: (page: Page, text: Texts) => Promise<unknown>, each?: (page: Page) =>
 *   Promise<unknown> }} Screen `each` runs again at every width
 */
/** @typedef {{ _id: string, name: string, image: { animated: boolean }, creator: { username: string } | null }} Meme */
/** @typedef {{ memes: Meme[], pictures: Picture[], templateId: string, albumId: string, removedId: string }}
 *   Content the site's content */

/** @param {Page} page */
async function upload(page) {
  await page.locator('header button').first().click()
  await opened(page)
}
/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click()
/** @param {Page} page @param {string} name */
async function menu(page, name) {
  await press(page, name)
  await page.getByRole('menu').waitFor()
}
/** @param {Page} page */
const opened = (page) => page.getByRole('dialog').last().waitFor()
/** Presses a button in the open dialog. @param {Page} page @param {string} name */
const pressInside = (page, name) => page.getByRole('dialog').getByRole('button', { name, exact: true }).first().click()
/** @param {Page} page */
const studio = (page) => page.getByRole('application').waitFor()
/** @param {Page} page */
const tile = (page) => page.getByRole('article').first().getByRole('link')

/** @param {Content} content @returns {Screen[]} */
export function visitorScreens({ memes, templateId, albumId }) {
  const meme = memes.find(({ creator, image }) => creator && !image.animated)
  const moving = memes.find(({ image }) => image.animated)
  return [
    { name: 'home', path: '/' },
    { name: 'home-new', path: '/?tab=new' },
    { name: 'home-scrolled', path: '/', act: (page) => page.mouse.wheel(0, 1500) },
    { name: 'home-tile', path: '/', act: (page) => tile(page).focus() },
    { name: 'search', path: '/?search=cat' },
    { name: 'search-empty', path: '/?search=qzxqzx' },
    { name: 'search-misspelled', path: '/?search=m%E1%BA%BBo' },
    {
      name: 'search-suggestions',
      path: '/',
      act: async (page) => {
        await page.getByRole('combobox').fill('me')
        await page.getByRole('listbox').waitFor()
      },
    },
    {
      name: 'search-filters',
      path: '/?search=cat',
      act: (page, text) => press(page, text('search.filters.label')),
    },
    { name: 'tag', path: '/tag/office' },
    { name: 'templates-empty', path: '/templates?q=qzxqzx' },
    { name: 'template-missing', path: '/template/none' },
    { name: 'album-missing', path: '/album/none' },
    { name: 'menu-explore', path: '/', act: (page, text) => menu(page, text('common.nav.explore')) },
    { name: 'menu-account', path: '/', act: (page, text) => menu(page, text('common.nav.account')) },
    { name: 'meme', path: `/?view=${meme?._id}`, act: opened },
    { name: 'meme-moving', path: `/?view=${moving?._id}`, act: opened },
    { name: 'meme-missing', path: '/?view=none', act: opened },
    {
      name: 'report',
      path: `/?view=${meme?._id}`,
      act: async (page, text) => {
        await press(page, text('memes.report'))
        await page.getByRole('radio').first().waitFor()
      },
    },
    { name: 'profile', path: `/user/${meme?.creator?.username}` },
    {
      name: 'followers',
      path: `/user/${meme?.creator?.username}`,
      act: async (page) => {
        await page.locator('main li button').first().click()
        await opened(page)
      },
    },
    { name: 'profile-missing', path: '/user/nobody-by-this-name' },
    { name: 'me', path: '/me' },
    { name: 'trending', path: '/trending' },
    { name: 'trending-users', path: '/trending-users' },
    { name: 'templates', path: '/templates' },
    { name: 'template', path: `/template/${templateId}` },
    { name: 'album', path: `/album/${albumId}` },
    { name: 'studio-start', path: '/create' },
    { name: 'studio', path: `/create?template=${templateId}`, act: studio },
    { name: 'studio-moving', path: `/create?meme=${moving?._id}`, act: studio },
    { name: 'login', path: '/login' },
    { name: 'login-errors', path: '/login', act: (page) => page.locator('form [type=submit]').click() },
    { name: 'register', path: '/register' },
    { name: 'forgot-password', path: '/forgot-password' },
    {
      name: 'forgot-password-code',
      path: '/forgot-password',
      act: async (page) => {
        await page.getByRole('textbox').first().fill('linh@example.com')
        await page.locator('form [type=submit]').click()
        await page.getByRole('textbox').nth(5).waitFor()
      },
    },
    { name: 'verify-email', path: '/verify-email?email=linh%40example.com' },
    { name: 'verify-email-address', path: '/verify-email' },
    { name: 'privacy-policy', path: '/privacy-policy' },
    { name: 'terms-of-service', path: '/terms-of-service' },
    { name: 'rules', path: '/rules' },
    { name: 'about', path: '/about' },
    { name: 'data-deletion-guide', path: '/data-deletion-guide' },
    { name: 'unsubscribe', path: '/unsubscribe' },
    { name: 'not-found', path: '/nothing-here' },
    { name: 'server-error', path: '/sever-error' },
    { name: 'login-prompt', path: '/my-meme', act: opened },
    { name: 'upload-visitor', path: '/', act: upload },
  ]
}

/** @param {Content} content @returns {Screen[]} */
export function memberScreens({ memes, pictures, albumId, removedId }) {
  const meme = memes.find(({ creator, image }) => creator && !image.animated)
  const files = pictures.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer }))
  const firstName = files[0]?.name.replace(/\.\w+$/, '') ?? ''
  /** @param {Page} page */
  const choose = (page) => page.locator('main input[type=file]').first().setInputFiles(files)
  return [
    { name: 'home-member', path: '/' },
    { name: 'home-following', path: '/?tab=following' },
    { name: 'menu-account-member', path: '/', act: (page, text) => menu(page, text('common.nav.account')) },
    { name: 'meme-member', path: `/?view=${meme?._id}`, act: opened },
    {
      name: 'meme-panel',
      path: `/?view=${meme?._id}`,
      act: async (page) => {
        await opened(page)
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
      each: (page) =>
        page.evaluate(`for (const part of document.querySelectorAll('[role="dialog"] *')) part.scrollTop = 5000`),
    },
    { name: 'my-meme-frequent', path: '/my-meme' },
    { name: 'my-meme-uploaded', path: '/my-meme?tab=uploadedByMe' },
    { name: 'my-meme-removed', path: `/my-meme?tab=uploadedByMe#removed-${removedId}` },
    { name: 'appeal', path: `/appeal?meme=${removedId}` },
    { name: 'my-meme-nothing-found', path: '/my-meme?tab=uploadedByMe&search=qzxqzx' },
    { name: 'my-meme-album', path: '/my-meme?tab=album' },
    {
      name: 'meme-edit',
      path: '/my-meme?tab=uploadedByMe',
      act: async (page, text) => {
        await tile(page).click()
        await opened(page)
        await page
          .getByRole('dialog')
          .getByRole('button', { name: text('own.edit') })
          .click()
        await page.getByRole('dialog').getByRole('textbox').nth(1).waitFor()
      },
    },
    { name: 'album-own', path: `/album/${albumId}` },
    {
      name: 'save-to-album',
      path: `/?view=${meme?._id}`,
      act: async (page, text) => {
        await pressInside(page, text('memes.chooseAlbums'))
        await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
      },
    },
    {
      name: 'share',
      path: `/?view=${meme?._id}`,
      act: async (page, text) => {
        await pressInside(page, text('memes.share'))
        await page.getByRole('menu').waitFor()
      },
    },
    { name: 'notifications', path: '/notifications' },
    { name: 'history', path: '/history' },
    { name: 'me-member', path: '/me' },
    { name: 'account', path: '/account' },
    { name: 'account-password', path: '/account?tab=password' },
    { name: 'account-preferences', path: '/account?tab=preferences' },
    { name: 'account-followers', path: '/account?tab=followers' },
    { name: 'account-following', path: '/account?tab=following' },
    { name: 'account-hidden', path: '/account?tab=hidden' },
    {
      name: 'account-delete',
      path: '/account?tab=preferences',
      act: async (page, text) => {
        await press(page, text('account.delete.submit'))
        await page.locator('[role=dialog], [role=alertdialog]').waitFor()
      },
    },
    { name: 'profile-own', path: '/user/linh.ve.meme' },
    { name: 'bulk-upload', path: '/bulk-upload' },
    { name: 'bulk-chosen', path: '/bulk-upload', act: choose },
    {
      name: 'bulk-edit',
      path: '/bulk-upload',
      act: async (page, text) => {
        await choose(page)
        await press(page, text('bulk.edit').replace('{{name}}', firstName))
        await opened(page)
      },
    },
    {
      name: 'bulk-complete',
      path: '/bulk-upload',
      act: async (page, text) => {
        await choose(page)
        await press(page, text('bulk.uploadAll'))
        await page.getByText(text('bulk.skipped')).first().waitFor({ timeout: 60_000 })
      },
    },
    {
      name: 'saved-searches',
      path: '/?search=cat',
      act: async (page, text) => {
        // The member saved it in the first language.
        const save = page.getByRole('button', { name: text('savedSearches.save') })
        await save.or(page.getByRole('button', { name: text('savedSearches.saved') })).waitFor()
        if (await save.isVisible()) await save.click()
        await page.goto('/saved-searches')
        await page.getByRole('listitem').first().waitFor()
      },
    },
    { name: 'connect-extension', path: '/connect-extension' },
    { name: 'upload', path: '/', act: upload },
    {
      name: 'upload-chosen',
      path: '/',
      act: async (page) => {
        await upload(page)
        await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files.slice(0, 1))
        await page.getByRole('dialog').getByRole('img').first().waitFor()
      },
    },
    {
      name: 'shortcuts',
      path: '/',
      act: async (page) => {
        await page.keyboard.press('?')
        await opened(page)
      },
    },
  ]
}

/** @param {Content} content @returns {Screen[]} */
export function adminScreens({ templateId }) {
  /** Opens a dialog by the first button with a text. @param {string} key @returns {NonNullable<Screen['act']>} */
  const dialogBy = (key) => async (page, text) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: text(key) })
      .first()
      .click()
    await opened(page)
  }
  return [
    ...['reports', 'queue', 'words', 'appeals', 'templates', 'invites', 'log'].map((tab) => ({
      name: `moderation-${tab}`,
      path: `/moderation?tab=${tab}`,
    })),
    ...['settings', 'people', 'numbers', 'storage', 'networks', 'webhooks'].map((tab) => ({
      name: `admin-${tab}`,
      path: `/admin?tab=${tab}`,
    })),
    { name: 'moderation-remove', path: '/moderation', act: dialogBy('desk.remove') },
    { name: 'moderation-template', path: '/moderation?tab=templates', act: dialogBy('desk.known.add') },
    { name: 'admin-quota', path: '/admin?tab=people', act: dialogBy('admin.people.quota') },
    { name: 'admin-suspend', path: '/admin?tab=people', act: dialogBy('admin.people.suspend') },
    { name: 'admin-create', path: '/admin?tab=people', act: dialogBy('admin.people.create') },
    { name: 'admin-settings-end', path: '/admin?tab=settings', each: (page) => page.evaluate('scrollTo(0, 1e6)') },
    { name: 'template-repair', path: `/template/${templateId}`, act: dialogBy('templates.repair.open') },
  ]
}
