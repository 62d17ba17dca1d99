import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '#contract/languages.ts'
import { PAGES } from '#contract/pages.ts'
import { readBuiltLanguages } from '../platform/texts/built-languages.ts'
import { type FirstScreen, hashesOf, type InlineHashes, PLAIN_SCREEN, takeScreens } from './inline-parts.ts'

/** Placeholder for a page's head elements. */
export const HEAD_MARK = '<!--first-view-->'
/** Matches the build's default title and description, which the server replaces. */
const DEFAULT_HEAD = / *<title>[^<]*<\/title>\n?| *<meta name="description"[^>]*>\n?/g
/** The module that lists all screens except home. */
const OTHER_SCREENS = 'app/other-screens.tsx'
/** Pages that external links lead to, with the module of web/app/routes that shows each. */
export const LANDING_SCREENS: Record<string, string> = {
  [PAGES.meme]: 'meme',
  [PAGES.trending]: 'trending',
  [PAGES.trendingUsers]: 'trending-users',
  [PAGES.login]: 'login',
  [PAGES.user]: 'user',
  [PAGES.tag]: 'tag',
  [PAGES.templates]: 'templates',
  [PAGES.template]: 'template',
  [PAGES.create]: 'create',
  [PAGES.register]: 'register',
  [PAGES.about]: 'about',
  [PAGES.rules]: 'rules',
}

/** The built application's page, read once. */
export interface WebPage {
  root: string
  /** HTML without title and description, which differ per page. */
  html: string
  /** The application's manifest, as JSON. */
  manifest: string
  /** The URL of each language's texts. */
  texts: Record<Language, string>
  /** The texts of the first view, by language, page, and key. */
  firstTexts: Record<Language, Record<string, Record<string, string>>>
  /** Head elements for each page in PAGES, with its screen's files beyond those that every page loads. */
  screens: Record<string, string>
  /** The inline style and script that paint each page in PAGES; undefined in a build without them. */
  firstScreens: Record<string, FirstScreen | undefined>
  /** Hashes of the inline scripts and styles of every page, for the content security policy. */
  hashes: InlineHashes
}

export async function readWebPage(root: string): Promise<WebPage> {
  const file = (await readFile(path.join(root, 'index.html'), 'utf8')).replace(DEFAULT_HEAD, '')
  const { html, screens } = takeScreens(file)
  const manifest = await readFile(path.join(root, 'manifest.webmanifest'), 'utf8').catch(() => '{}')
  const built = await builtFiles(root)
  const languages = Object.entries(readBuiltLanguages(root) ?? {})
  return {
    root,
    html,
    manifest,
    texts: Object.fromEntries(languages.map(([language, { file }]) => [language, `/${file}`])),
    firstTexts: Object.fromEntries(languages.map(([language, { firstTexts }]) => [language, firstTexts])),
    screens: screenLinks(built),
    firstScreens: Object.fromEntries(
      // Without a pattern: pages without content.
      ['', ...Object.values(PAGES)].map((pattern) => [
        pattern,
        screens[pattern === PAGES.home ? 'home' : (LANDING_SCREENS[pattern] ?? '')] ?? screens[PLAIN_SCREEN],
      ]),
    ),
    hashes: hashesOf(html),
  }
}

/** The build output of a source file. */
interface BuiltFile {
  file: string
  /** Names of the static imports. */
  imports?: string[]
  css?: string[]
}
type BuiltFiles = Record<string, BuiltFile | undefined>

/** Returns the build output by source file; empty if the build has no manifest. */
async function builtFiles(root: string): Promise<BuiltFiles> {
  return JSON.parse(await readFile(path.join(root, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')) as BuiltFiles
}

/**
 * Returns elements that load the scripts and styles of screens other than home together with those of every page, instead of one
 * or two round trips later: see web/first-view/start.ts. Other screens than landing screens load their own files later.
 */
function screenLinks(built: BuiltFiles): Record<string, string> {
  const everywhere = withImports(built, 'index.html')
  const linksOf = (screen: string | undefined) => {
    const modules = [OTHER_SCREENS, ...(screen ? [`app/routes/${screen}.tsx`] : [])]
    const names = [...new Set(modules.flatMap((name) => [...withImports(built, name)]))].filter(
      (name) => !everywhere.has(name),
    )
    const files = names.flatMap((name) => built[name] ?? [])
    const attributes = 'fetchpriority="low" crossorigin'
    const links = [
      ...files.map(({ file }) => `<link rel="modulepreload" ${attributes} href="/${file}">`),
      ...new Set(
        files.flatMap(({ css = [] }) =>
          css.map((file) => `<link rel="preload" as="style" ${attributes} href="/${file}">`),
        ),
      ),
    ].join('')
    return links && `<template data-later>${links}</template>`
  }
  const patterns = Object.values(PAGES).filter((pattern) => pattern !== PAGES.home)
  return Object.fromEntries(patterns.map((pattern) => [pattern, linksOf(LANDING_SCREENS[pattern])]))
}

function withImports(built: BuiltFiles, name: string): Set<string> {
  const found = new Set(built[name] ? [name] : [])
  for (const each of found) for (const imported of built[each]?.imports ?? []) found.add(imported)
  return found
}
