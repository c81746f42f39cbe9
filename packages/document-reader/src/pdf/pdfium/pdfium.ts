import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type Methods } from '@embedpdf/pdfium'
import { capWasmMemory } from './cap-wasm-memory.ts'

/**
 * PDFium's functions as the WebAssembly module exports them. The package's own wrappers convert
 * and check every argument, which costs more than the calls that are made for every glyph; booleans are
 * numbers here, and strings are pointers.
 */
type RawFunctions = {
  readonly [Name in keyof Methods]: (...numbers: readonly number[]) => number
}

export type Pdfium = RawFunctions & {
  /** Returns 0 when the memory limit is reached. */
  malloc(size: number): number
  free(pointer: number): void
  readonly memory: { readonly buffer: ArrayBuffer }
}

/** Loads PDFium from the installed package, never from a network. Its memory ends at the given size. */
export async function loadPdfium(memoryMegabytes: number): Promise<Pdfium> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const wasm = capWasmMemory(new Uint8Array(await readFile(path)), memoryMegabytes)
  const quiet = { print: () => {}, printErr: () => {} }
  const { pdfium } = await init({ wasmBinary: wasm.buffer as ArrayBuffer, ...quiet })
  const raw = pdfium.wasmExports as unknown as Pdfium
  raw.PDFiumExt_Init()
  return raw
}

/**
 * A small block of PDFium's memory for results. Read it again after every call: memory can move.
 */
export type Scratch = {
  readonly pointer: number
  floats(): Float32Array
  doubles(): Float64Array
}

/** Eight doubles: no call made here returns more. */
const scratchBytes = 64

export function allocateScratch(pdfium: Pdfium): Scratch {
  const pointer = pdfium.malloc(scratchBytes)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  let floats = new Float32Array(pdfium.memory.buffer, pointer, scratchBytes / 4)
  let doubles = new Float64Array(pdfium.memory.buffer, pointer, scratchBytes / 8)
  // When memory moves, the old array's length becomes 0, which is faster to check than the module's
  // memory.
  const refresh = () => {
    if (floats.length > 0) return
    floats = new Float32Array(pdfium.memory.buffer, pointer, scratchBytes / 4)
    doubles = new Float64Array(pdfium.memory.buffer, pointer, scratchBytes / 8)
  }
  return {
    pointer,
    floats() {
      refresh()
      return floats
    },
    doubles() {
      refresh()
      return doubles
    },
  }
}

/** Loads pages of an open document. The page that was used last stays loaded, to be used again. */
export type LoadedPages = {
  /** Loads a page for the duration of `use`. Returns `undefined` when it does not load. */
  with<Result>(number: number, use: (page: number) => Result): Result | undefined
  /** Must be called after the page in use was changed: it is then loaded anew for the next use. */
  markChanged(): void
  /** Must be called before the document is closed. */
  close(): void
}

export type OpenDocument = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly document: number
  /** Handle of the form environment; 0 when the document has no form. */
  readonly form: number
  readonly pages: LoadedPages
}
