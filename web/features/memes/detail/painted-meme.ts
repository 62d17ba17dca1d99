/**
 * Returns the meme that the document shows as an overlay until the application takes over; null without one. See memeDocument in
 * server/domains/sharing/documents.ts.
 */
export const paintedOver = () => document.querySelector<HTMLElement>('.first-over')
