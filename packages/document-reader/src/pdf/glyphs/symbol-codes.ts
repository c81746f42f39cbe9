import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

/** Boxes and check marks of Microsoft's Wingdings, which files encode as private-use characters. */
const wingdings: ReadonlyMap<number, string> = new Map([
  [0xf06f, '☐'],
  [0xf071, '☐'],
  [0xf072, '☐'],
  [0xf0a8, '☐'],
  [0xf0fb, '✗'],
  [0xf0fc, '✓'],
  [0xf0fd, '☒'],
  [0xf0fe, '☑'],
])

/** In bytes; a longer name is not Wingdings. */
const maxNameBytes = 48

type CodedLetter = {
  readonly pdfium: Pdfium
  readonly textPage: number
  readonly index: number
  readonly scratch: Scratch
}

/**
 * Returns the box or check mark that a private-use code stands for in the letter's font, if it is
 * such a code.
 */
export function getSymbol(letter: CodedLetter, code: number): string | undefined {
  const symbol = wingdings.get(code)
  if (symbol === undefined) return undefined
  return /wingdings(?![\s-]?[23])/i.test(readFontName(letter)) ? symbol : undefined
}

function readFontName({ pdfium, textPage, index, scratch: { pointer } }: CodedLetter): string {
  const bytes = pdfium.FPDFText_GetFontInfo(textPage, index, pointer, maxNameBytes, 0)
  if (bytes < 1 || bytes > maxNameBytes) return ''
  return Buffer.from(pdfium.memory.buffer, pointer, bytes - 1).toString('utf8')
}
