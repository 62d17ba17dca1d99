import { createStore } from './store.ts'

/** What is spoken to people who do not see the screen; web/app/announcer.tsx holds it in the page. */
export const spoken = createStore('')

/** Says what a sighted person sees happen, where neither focus nor a live region of its own would tell. */
export const announce = (text: string): void => spoken.set(text)
