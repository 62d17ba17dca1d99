import { createStore } from '../lib/store.ts'

/** Height at the lower edge of the window, in px, below which only toasts and the tab bar can be clicked; 0 without a toast. */
export const toastRoom = createStore(0)
