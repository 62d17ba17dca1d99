// Replaces lib.dom.d.ts on the server: a package whose types reference it would otherwise make `document` and `window` visible
// everywhere.
export {}
