/** Where the browser keeps who is signed in: session.ts keeps it, and the page's own scripts look before that is there. */
export const USER_KEY = 'authen'
export const TOKEN_KEY = 'token'
