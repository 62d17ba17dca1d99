/**
 * Frees the memory of a large buffer at once; it is empty afterwards. V8 counts buffers as its own memory, and marks the whole heap
 * after each 64 MB of them, which takes half a second of CPU time. Only for buffers that no pipeline still reads.
 */
export function freeBytes(bytes: Buffer): void {
  const memory = bytes.buffer as ArrayBuffer
  // A small buffer is part of a pool. A prepared picture may be discarded twice.
  if (!memory.detached && memory.byteLength === bytes.length) memory.transfer(0)
}
