import { addStylesheet } from './load-again.ts'

const stylesheets = new Map<string, Promise<boolean>>()

/** Runs a dynamic import, and requests the files that it needs at the same time. Without a stylesheet that fails, its part still appears. */
export async function loadWithFiles<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const requests = files.map((file) => (file.endsWith('.css') ? withStylesheet(`/${file}`) : requestScript(`/${file}`)))
  const [loaded] = await Promise.all([load(), ...requests])
  return loaded
}

function withStylesheet(href: string): Promise<boolean> | undefined {
  if (!stylesheets.has(href) && !document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) {
    const added = addStylesheet(href)
    stylesheets.set(href, added)
    void added.then((isAdded) => isAdded || stylesheets.delete(href))
  }
  return stylesheets.get(href)
}

function requestScript(href: string): void {
  if (document.querySelector(`link[rel="modulepreload"][href="${href}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
}
