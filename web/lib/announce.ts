import { createStore } from './store.ts'

/** Screen reader announcements, rendered by web/app/announcer.tsx. */
export const spoken = createStore('')

/** Announces a visible change that neither focus nor a live region conveys. */
export const announce = (text: string): void => spoken.set(text)
