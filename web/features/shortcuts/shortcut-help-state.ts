import { createStore } from '../../lib/store.ts'

/** Holds true while the list of shortcuts is open. */
export const shortcutHelp = createStore(false)
export const showShortcutHelp = (): void => shortcutHelp.set(true)
