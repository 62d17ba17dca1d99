// Stands in for lib.dom.d.ts on the server: a package whose types reference it would bring `document` and `window` to all.
export {}
