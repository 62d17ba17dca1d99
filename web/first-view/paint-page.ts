import type { CallKey } from '#contract/calls.ts'
import layoutStyles from '../app/layout.module.css'
import type { Answer } from '../lib/api.ts'
import { catchEarlyFiles } from '../lib/early-files.ts'
import { embeddedFirstView, type FirstView } from '../lib/embedded-view.ts'
import { element } from './element.ts'
import { startApplication } from './start.ts'
import { viewer, viewerLanguage } from './viewer.ts'

/** Paints the first view of a screen into the root. */
export type PaintScreen = (root: HTMLElement, view: FirstView) => void

/**
 * Paints the page where the application will render it, then starts the application: visitors see the page one round trip after
 * the document. The application's first render replaces it without layout shifts. Each module of `screens/` calls this with what
 * it paints, and is inlined after the root element of its pages.
 */
export function paintPage(paintScreen?: PaintScreen): void {
  catchEarlyFiles()
  const root = document.getElementById('root')
  /** The meme painted over the page. */
  const over = document.querySelector('.first-over')
  // The content security policy forbids style attributes.
  const stage = document.querySelector<HTMLElement>('[data-picture-ratio]')
  stage?.style.setProperty('--picture-ratio', stage.dataset.pictureRatio ?? '1')
  const view = embeddedFirstView()
  if (root && view) paintScreen?.(root, view)
  void startApplication([...(over ?? root ?? document).querySelectorAll('img')], view?.texts[viewerLanguage()])
}

/** Returns the embedded response to a call; undefined for members, since it is for visitors only, and without one. */
export const answerTo = <K extends CallKey>(view: FirstView, call: K): Answer<K> | undefined =>
  viewer.user ? undefined : (view.answers.find((answer) => answer.call === call)?.body as Answer<K> | undefined)

/** Paints a page of a screen with top bar. */
export function paintBelowBar(root: HTMLElement, className: string | undefined, ...content: Node[]): HTMLElement {
  const page = element('div', className, ...content)
  root.append(element('div', 'first-bar'), element('div', layoutStyles.content, page))
  return page
}
