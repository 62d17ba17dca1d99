import WebAutoExtractor from '@marbec/web-auto-extractor'
import { Window } from 'happy-dom'
import ogs from 'open-graph-scraper'
import type { TestApp } from './app.ts'

/** The built index.html, without its scripts. */
export const WEB_PAGE =
  '<!doctype html><html lang="en"><head><title>Memeroom</title><!--first-view--></head><body><div id="root"></div></body></html>'

/** The head of a page as third-party parsers see it: links, OpenGraph and structured data. */
export async function readHead({ app }: Pick<TestApp, 'app'>, url: string, language: string) {
  const response = await app.inject({ url, headers: { 'accept-language': language } })
  const { result } = await ogs({ html: response.body })
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(response.body)
  const hrefs = (selector: string) => [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'))
  const contents = (selector: string) =>
    [...document.querySelectorAll(selector)].map((meta) => meta.getAttribute('content'))
  const found = new WebAutoExtractor({}).parse(response.body)
  return { status: response.statusCode, result, document, hrefs, contents, found }
}
