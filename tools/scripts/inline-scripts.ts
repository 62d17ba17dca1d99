import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** The inline scripts are part of every page, so importing React or a query client by accident fails the build. */
const MAX_CHARS = 17_000
/** Naming of CSS module classes; the same in all bundles. */
export const CSS_MODULES = { localsConvention: 'camelCaseOnly' } as const
const MARK = /<!--script:(\S+?)-->/g
const STYLE_MARK = /<!--style:(\S+?)-->/g
/** A folder with one script per screen. */
const SCREENS_MARK = /<!--screens:(\S+?)-->/
const SCREEN_SCRIPT = /<script data-screen="([\w-]+)">/g
/** The script of screens that paint nothing themselves. The development server's page serves all screens, so it has only this one. */
const PLAIN_SCREEN = 'plain'
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const PRELOADS = / *<link\b[^>]*\brel="(?:modulepreload|preload)"[^>]*>\n?/g
const STYLES = /<link rel="stylesheet" crossorigin href="([^"]+)">/

/** Rules of the CSS modules that each screen's script imports, with the class names of the application's build. */
const screenStyles = new Map<string, string>()

/**
 * Replaces each `<!--script:PATH-->` in a page with that module of `web/` and its imports, bundled as an inline script. For code
 * that must run before any file has loaded. Replaces `<!--screens:FOLDER-->` with the scripts of that folder, of which
 * `server/web-pages/web-page.ts` puts one into each document.
 */
export function inlineScripts(): Plugin {
  let isBuild = false
  return {
    name: 'inline-scripts',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const scripts = new Map<string, string>()
        for (const [, path = ''] of html.matchAll(MARK)) scripts.set(path, (await bundle(path)).code)
        const page = html.replace(MARK, (_, path: string) => `<script>${scripts.get(path)}</script>`)
        const [mark, folder] = SCREENS_MARK.exec(page) ?? []
        if (mark === undefined || folder === undefined) return page
        const screens: string[] = []
        for (const name of isBuild ? screensIn(folder) : [PLAIN_SCREEN]) {
          const { code, styles } = await bundle(`${folder}/${name}.ts`)
          screenStyles.set(name, styles)
          screens.push(`<script data-screen="${name}">${code}</script>`)
        }
        return page.replace(mark, () => screens.join(''))
      },
    },
  }
}

const screensIn = (folder: string): string[] =>
  readdirSync(new URL(`../../web/${folder}`, import.meta.url)).map((file) => file.replace(/\.ts$/, ''))

/** Replaces each `<!--style:PATH-->` in a page with that style sheet of `web/` and its imports, and adds the styles of screens. */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const styles = new Map<string, string>()
        for (const [, path = ''] of html.matchAll(STYLE_MARK)) styles.set(path, inlined(path, await bundleStyles(path)))
        return html
          .replace(STYLE_MARK, (_, path: string) => `<style>${styles.get(path)}</style>`)
          .replace(SCREEN_SCRIPT, (script, name: string) => {
            const rules = inlined(name, screenStyles.get(name) ?? '')
            return rules ? `<style data-screen="${name}">${rules}</style>${script}` : script
          })
      },
    },
  }
}

/**
 * Lets the page paint before the application starts: scripts, styles and fonts wait in a template until web/first-view/start.ts
 * moves them out.
 */
export function startAfterPaint(): Plugin {
  return {
    name: 'start-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!ENTRY.test(html) || !STYLES.test(html))
          throw new Error('the page has no script or no styles to start later')
        const page = html
          .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low" data-start-part')
          .replace(ENTRY, '<link rel="modulepreload" fetchpriority="low" crossorigin href="$1" id="start-script">')
          .replace(
            STYLES,
            '<link rel="preload" as="style" fetchpriority="low" crossorigin href="$1" id="start-styles">\n    <noscript><link rel="stylesheet" crossorigin href="$1"></noscript>',
          )
        const later = page.match(PRELOADS)?.map((link) => link.trim().replace(/\s+/g, ' ')) ?? []
        return page
          .replace(PRELOADS, '')
          .replace('</head>', `<template data-later>${later.join('')}</template>\n  </head>`)
      },
    },
  }
}

async function bundleStyles(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: fileURLToPath(new URL(`../../web/${path}`, import.meta.url)) },
    },
  })
  const [output] = [built].flat()
  const files = output && 'output' in output ? output.output : []
  const styles = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (styles?.type !== 'asset') throw new Error(`${path} was not built`)
  return String(styles.source).trim()
}

function inlined(path: string, styles: string): string {
  if (styles.includes('</') || styles.includes('url(')) throw new Error(`${path} cannot be inlined in a page`)
  return styles
}

async function bundle(path: string): Promise<{ code: string; styles: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    css: { modules: CSS_MODULES },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      lib: {
        entry: fileURLToPath(new URL(`../../web/${path}`, import.meta.url)),
        formats: ['iife'],
        name: 'unused',
        fileName: 'script',
      },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${path} was not built`)
  const styles = output.output
    .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
    .map((file) => (file.type === 'asset' ? String(file.source).trim() : ''))
    .join('')
  const code = output.output[0].code.trim()
  if (code.includes('</script') || code.includes('<!--')) throw new Error(`${path} cannot be inlined in a page`)
  if (code.length > MAX_CHARS)
    throw new Error(`${path} with its imports has ${code.length} characters, more than ${MAX_CHARS}`)
  return { code, styles }
}
