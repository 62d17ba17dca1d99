// Replaces lib.dom.d.ts on the server: a package with types that reference it would otherwise make `document` and `window`
// visible everywhere.
export {}
