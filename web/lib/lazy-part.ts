import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { reloadOnce } from './load-again.ts'

/** Loads an optional part of the page: if it fails again after a reload, the screen renders without it. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      async () => {
        await reloadOnce()
        return { default: () => null }
      },
    ),
  )
