import { onMemberChange } from './session.ts'
import { createStore } from './store.ts'

/** A picture that the upload form hands to the studio. */
export const studioPicture = createStore<File | null>(null)

// Members who share a browser must not see each other's pictures.
onMemberChange(() => studioPicture.set(null))
