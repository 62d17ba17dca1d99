import { type ComponentType, type LazyExoticComponent, useEffect } from 'react'
import { translate } from '../lib/i18n.ts'
import { lazyWithTexts } from '../lib/lazy-part.ts'
import { toast } from './toast.ts'

/** Loads a part that a person opens, such as a dialog. If it fails, a toast offers a reload: an automatic one would lose input. */
export const lazyDialog = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...texts: string[]
): LazyExoticComponent<ComponentType<Props>> => lazyWithTexts<Props>(load, texts, async () => NotLoaded)

/** Closes itself, so that the next attempt to open it shows the toast again. */
function NotLoaded({ onClose }: { onClose?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it opens
  useEffect(() => {
    toast.error(translate('common.errorHint'), {
      action: { label: translate('common.reload'), onAction: () => location.reload() },
    })
    onClose?.()
  }, [])
  return null
}
