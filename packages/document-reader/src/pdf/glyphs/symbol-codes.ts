import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

/** Boxes and marks of Microsoft's Wingdings, whose characters files state as private codes. */
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

/** Bytes; a longer name is not the one that is looked for. */
const maxNameBytes = 48

type CodedLetter = {
  readonly pdfium: Pdfium
  readonly textPage: number
  readonly index: number
  readonly scratch: Scratch
}

/** The box or mark that a private code stands for in the font of the letter, if it is such a code. */
export function symbolOf(letter: CodedLetter, code: number): string | undefined {
  const symbol = wingdings.get(code)
  if (symbol === undefined) return undefined
  return /wingdings(?![\s-]?[23])/i.test(fontName(letter)) ? symbol : undefined
}

function fontName({ pdfium, textPage, index, scratch: { pointer } }: CodedLetter): string {
  const bytes = pdfium.FPDFText_GetFontInfo(textPage, index, pointer, maxNameBytes, 0)
  if (bytes < 1 || bytes > maxNameBytes) return ''
  return Buffer.from(pdfium.memory.buffer, pointer, bytes - 1).toString('utf8')
}
