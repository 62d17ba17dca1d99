import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { reloadOnce } from './load-again.ts'

/** Loads a part of the page that must not take the screen down: if it fails again after a reload, it is missing. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => {
        reloadOnce()
        return { default: () => null }
      },
    ),
  )
