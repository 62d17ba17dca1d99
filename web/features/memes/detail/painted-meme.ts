/**
 * The meme that the document shows over its page until the application does; null without one. See memeDocument in
 * server/domains/sharing/documents.ts.
 */
export const paintedOver = () => document.querySelector<HTMLElement>('.first-over')
