import { ensureWebBuilt } from '../tools/scripts/bootstrap.mjs'

/** Builds the web client, so that the browser gets the files of `npm start` even if Playwright is run directly. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default function buildWeb(): Promise<void> {
  return ensureWebBuilt()
}
