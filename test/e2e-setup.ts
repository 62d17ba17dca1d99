import { ensureWebBuilt } from '../tools/scripts/bootstrap.mjs'

/** The browser sees what `npm start` would serve, even when Playwright is called by itself. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default function buildWeb(): Promise<void> {
  return ensureWebBuilt()
}
