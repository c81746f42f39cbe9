const pageBytes = 65_536
const memorySection = 5
const hasMaximum = 1

/**
 * Lowers the maximum size of a WebAssembly module's own memory, in place, and returns the module.
 *
 * A worker thread's `resourceLimits` do not count WebAssembly memory, so this is the only cap that
 * holds. Throws when the module has no maximum of the padded width that linkers write, because then
 * the cap would silently not exist.
 * Format: https://webassembly.github.io/spec/core/binary/modules.html#memory-section
 */
export function capWasmMemory(wasm: Uint8Array, megabytes: number): Uint8Array {
  const { offset, minimum, maximum, width } = findMaximum(wasm)
  const pages = Math.floor((megabytes * 1024 * 1024) / pageBytes)
  const cappedPages = Math.max(minimum, Math.min(pages, maximum))
  for (let i = 0; i < width; i++) {
    const continuationBit = i < width - 1 ? 0x80 : 0
    wasm[offset + i] = ((cappedPages >>> (7 * i)) & 0x7f) | continuationBit
  }
  return wasm
}

function findMaximum(wasm: Uint8Array) {
  let offset = 8
  while (offset < wasm.length) {
    const id = wasm[offset]
    const size = readNumber(wasm, offset + 1)
    if (id === memorySection) return readMaximum(wasm, size.next)
    offset = size.next + size.value
  }
  throw new Error('The WebAssembly module has no memory of its own to cap.')
}

function readMaximum(wasm: Uint8Array, offset: number) {
  const count = readNumber(wasm, offset)
  const minimum = readNumber(wasm, count.next + 1)
  const maximum = readNumber(wasm, minimum.next)
  const width = maximum.next - minimum.next
  if (count.value !== 1 || wasm[count.next] !== hasMaximum || width < 3)
    throw new Error('The memory of the WebAssembly module has no maximum that can be lowered.')
  return { offset: minimum.next, minimum: minimum.value, maximum: maximum.value, width }
}

/** LEB128, unsigned. */
function readNumber(bytes: Uint8Array, offset: number): { value: number; next: number } {
  let value = 0
  let next = offset
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[next++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, next }
  }
}
