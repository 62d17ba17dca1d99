import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCESS_TOKEN_PREFIX } from '#contract/auth/tokens.ts'
import { PAGES } from '#contract/pages.ts'
import { buildExtension } from './build-extension.ts'

const SOURCES = new URL('../../../packages/extension/', import.meta.url)
const files = await buildExtension()
const json = (name: string) => JSON.parse(String(files.get(name)))
const texts = (language: string): Record<string, { message: string }> => json(`_locales/${language}/messages.json`)

test('the extension requests access to the chosen site alone, when it connects', () => {
  const { permissions, host_permissions, content_scripts, optional_host_permissions, ...manifest } =
    json('manifest.json')
  expect(permissions).toEqual(['activeTab', 'contextMenus', 'scripting', 'storage'])
  expect([host_permissions, content_scripts]).toEqual([undefined, undefined])
  expect(optional_host_permissions).toEqual(['https://*/*', 'http://*/*'])
  expect([manifest.externally_connectable, manifest.web_accessible_resources]).toEqual([undefined, undefined])
})

test('the manifest names files of the extension, and its version', () => {
  const { version, icons, action, options_ui, background } = json('manifest.json')
  const named = [...Object.values(icons), action.default_popup, options_ui.page, background.service_worker]
  expect([...named, ...background.scripts].filter((name) => !files.has(String(name)))).toEqual([])
  expect(version).toBe(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version)
})

test('the extension opens the page of the site, and expects its kind of token', () => {
  const code = readFileSync(new URL('connect.ts', SOURCES), 'utf8')
  expect(code).toContain(`const PAGE = '${PAGES.connectExtension}'\n`)
  expect(code).toContain(`const TOKEN_START = '${ACCESS_TOKEN_PREFIX}'\n`)
})

test('every text exists in English and Vietnamese, and is used', () => {
  const sources = readdirSync(SOURCES)
    .filter((name) => /\.(?:ts|html|json)$/.test(name))
    .map((name) => readFileSync(new URL(name, SOURCES), 'utf8'))
    .join('\n')
  const [en, vi] = [texts('en'), texts('vi')]
  const keys = Object.keys(en)
  expect(Object.keys(vi)).toEqual(keys)
  expect(keys.filter((key) => !en[key]?.message || !vi[key]?.message)).toEqual([])
  expect(keys.filter((key) => !new RegExp(`['"]${key}['"]|__MSG_${key}__`).test(sources))).toEqual([])
  const used = [...sources.matchAll(/\btext\('(\w+)'|data-(?:text|label)="(\w+)"|__MSG_(\w+?)__/g)].map(
    ([, call, attribute, mark]) => call ?? attribute ?? mark ?? '',
  )
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((key) => !en[key])).toEqual([])
})

test('the same sources give the same bytes', async () => {
  expect([...(await buildExtension())]).toEqual([...files])
})
