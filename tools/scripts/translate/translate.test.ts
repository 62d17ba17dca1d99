import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillLanguage, LOCALE_FOLDERS, languageFiles, pseudo } from '#test/pseudo-language.ts'
import { readTexts } from '../../../server/platform/texts/texts.ts'
import { checkLocales } from '../checks/locales.ts'
import { languages } from '../languages.ts'
import { translate } from './translate.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'translate-'))
  for (const area of LOCALE_FOLDERS) cpSync(path.join(ROOT, area), path.join(root, area), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const notesOf = (code: string) => checkLocales(root).notes.filter((note) => note.includes(`/${code} `))

/** Returns the source of a module that the build provides. */
function moduleOf(id: string): string {
  const { load } = languages(path.join(root, 'web/locales')) as unknown as {
    load: (this: object, id: string) => string
  }
  return load.call({ addWatchFile: () => undefined }, `\0virtual:texts/${id}`)
}

test.each(['', 'english', 'EN', '../en', 'pt_BR', 'xx', 'en'])('refuses the code “%s”', (code) => {
  expect(() => translate(root, code)).toThrow(/code of a language|translated from/)
})

test.each(['fr', 'pl', 'ar', 'pt-BR', 'zh-Hant'])('a new language has all keys and is reported: %s', (code) => {
  const left = translate(root, code)
  expect([...left.keys()]).toEqual(LOCALE_FOLDERS)
  // There are no sources, so that no text is used.
  expect(checkLocales(root).problems.filter((problem) => !problem.endsWith(' is not used'))).toEqual([])
  expect(notesOf(code)).toEqual(
    expect.arrayContaining(LOCALE_FOLDERS.map((area) => `${area}/${code} lacks ${left.get(area)?.length} texts`)),
  )
  const texts = readTexts(path.join(root, 'server/locales'))
  expect(texts.textsOf('errors', code)('auth.required')).toBe('Please log in to continue')
  expect(moduleOf(`${code}/common`)).toContain('"Log in"')
})

test.each(['fr', 'ar'])('a language is complete when every text is filled in: %s', (code) => {
  translate(root, code)
  fillLanguage(root, code)
  expect([...translate(root, code).values()]).toEqual([[], []])
  expect(notesOf(code)).toEqual([])
  const { languages: all, gaps, textsOf } = readTexts(path.join(root, 'server/locales'))
  expect([all.includes(code), gaps.has(code)]).toEqual([true, false])
  expect(textsOf('errors', code)('auth.required')).toBe(pseudo('Please log in to continue'))
  expect(textsOf('codeMails', code)('taken.subject')).toMatch(/^⟦You already have/)
  expect(moduleOf('')).toContain(`"${code}": () => import('virtual:texts/${code}/texts-${code}')`)
  expect(moduleOf(`${code}/common`)).toContain('"⟦Log in⟧"')
})

test('adds missing keys, and changes no text', () => {
  translate(root, 'fr')
  const file = path.join(root, 'server/locales/fr/bots.json')
  writeFileSync(file, JSON.stringify({ gone: 'Disparu', old: 'Ancien' }))
  translate(root, 'fr')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ gone: 'Disparu', old: 'Ancien', hello: '' })
  const before = languageFiles(root, 'fr').map((one) => readFileSync(one, 'utf8'))
  translate(root, 'fr')
  expect(languageFiles(root, 'fr').map((one) => readFileSync(one, 'utf8'))).toEqual(before)
  expect(checkLocales(root).problems).toContain('server/locales/fr: bots:old does not exist in English')
})

test('a file that is not JSON is named, and left as it is', () => {
  translate(root, 'fr')
  writeFileSync(path.join(root, 'web/locales/fr/feed.json'), '{')
  expect(() => translate(root, 'fr')).toThrow(/feed\.json is not valid JSON/)
  expect(readFileSync(path.join(root, 'web/locales/fr/feed.json'), 'utf8')).toBe('{')
})

test('names the texts that cannot be used', () => {
  translate(root, 'pl')
  fillLanguage(root, 'pl')
  const file = path.join(root, 'server/locales/pl/digest.json')
  const { subject_few, ...others } = JSON.parse(readFileSync(file, 'utf8'))
  expect(subject_few).toContain('{{count}}')
  writeFileSync(file, JSON.stringify({ ...others, lead: 'Witaj, {{name}}' }))
  expect(readTexts(path.join(root, 'server/locales')).gaps.get('pl')).toEqual([
    'digest:subject lacks its plural form _few',
    'digest:lead has other placeholders than English',
  ])
  expect(translate(root, 'pl').get('server/locales')).toEqual([
    'digest:subject is empty',
    'digest:lead has other placeholders than English',
  ])
})
