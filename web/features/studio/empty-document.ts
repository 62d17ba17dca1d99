export const WHOLE_FRAME = { x: 0, y: 0, width: 1, height: 1 }
export const EMPTY_DOCUMENT = { layers: [], marks: [], frame: WHOLE_FRAME }
