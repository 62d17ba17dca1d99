import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadTexts } from './i18n.ts'
import { reloadOnce } from './load-again.ts'

/** A component that React loads on its first render, together with its texts. `onFailure` returns the component to render instead. */
export const lazyWithTexts = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  texts: readonly string[],
  onFailure: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy<ComponentType<Props>>(async () => {
    const loaded = Promise.all([load(), loadTexts(...texts)]).then(([component]) => component)
    return { default: await loaded.catch(onFailure) }
  })

/** Loads an optional part of the page: if it fails again after a reload, the screen renders without it. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...texts: string[]
): LazyExoticComponent<ComponentType<Props>> =>
  lazyWithTexts(load, texts, async () => {
    await reloadOnce()
    return () => null
  })
