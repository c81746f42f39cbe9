import { rawPage } from './raw-pdf.ts'

/** A letter and where its base line starts: points from the left and from the bottom of the page. */
export type PlacedLetter = readonly [letter: string, x: number, y: number]

const firstCode = 0x21
const descriptor =
  '/Flags 32/Ascent 718/Descent -207/ItalicAngle 0/CapHeight 718/StemV 80/FontBBox[-166 -225 1000 931]'

/**
 * A page with letters of any script, each drawn by itself in the given order. All are half as wide as the font, but marks,
 * which have no width. What they look like does not matter: the file's table says what they mean.
 */
export function placedLetters(
  letters: readonly PlacedLetter[],
  { size = 12, width = 500, box = descriptor } = {},
): Uint8Array {
  const { codeOf, entries } = tableOf(letters.map(([letter]) => letter))
  const content = letters
    .map(([letter, x, y]) => `/T1 ${size} Tf 1 0 0 1 ${x} ${y} Tm <${codeOf(letter)}> Tj`)
    .join('\n')
  return fontPage(content, { ...entries(width), box })
}

/** The same with one text in one go, spaces included. */
export function letterRun(text: string, width = 500): Uint8Array {
  const { codeOf, entries } = tableOf([...text])
  const codes = [...text].map(codeOf).join('')
  return fontPage(`/T1 12 Tf 1 0 0 1 50 700 Tm <${codes}> Tj`, {
    ...entries(width),
    box: descriptor,
  })
}

function tableOf(letters: readonly string[]) {
  const all = [...new Set(letters)].filter((letter) => letter !== ' ')
  const codeOf = (letter: string) =>
    letter === ' ' ? '20' : (firstCode + all.indexOf(letter)).toString(16)
  const pairs = all.map((letter) => `<${codeOf(letter)}> <${utf16(letter)}>`)
  const entries = (width: number) => ({
    map: `${all.length + 1} beginbfchar <20> <0020> ${pairs.join(' ')} endbfchar`,
    widths: [250, ...all.map((letter) => (/^\p{M}/u.test(letter) ? 0 : width))],
  })
  return { codeOf, entries }
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

type FontPage = { readonly map: string; readonly widths: readonly number[]; readonly box: string }

/** A page of text in the font T1. */
function fontPage(content: string, { map, widths, box }: FontPage): Uint8Array {
  const range = 'begincmap 1 begincodespacerange <00> <FF> endcodespacerange'
  return rawPage(`BT ${content} ET`, {
    fonts: '/T1 7 0 R',
    more: [
      { dictionary: '', stream: `${range}\n${map}\nendcmap` },
      `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar ${31 + widths.length}/Widths[${widths.join(' ')}]/ToUnicode 6 0 R/FontDescriptor 8 0 R>>`,
      `<</Type/FontDescriptor/FontName/Helvetica${box}>>`,
    ],
  })
}

/** A page of text in a font of two-byte codes that is written as `encoding` says: Identity-H or Identity-V. */
export function wideRuns(runs: readonly PlacedLetter[], encoding: string): Uint8Array {
  const all = [...new Set(runs.flatMap(([text]) => [...text]))]
  const codeOf = (letter: string) => (1 + all.indexOf(letter)).toString(16).padStart(4, '0')
  const pairs = all.map((letter) => `<${codeOf(letter)}> <${utf16(letter)}>`).join(' ')
  const map = `begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n${all.length} beginbfchar ${pairs} endbfchar\nendcmap`
  const content = runs.map(
    ([text, x, y]) => `1 0 0 1 ${x} ${y} Tm <${[...text].map(codeOf).join('')}> Tj`,
  )
  return rawPage(`BT /T1 12 Tf ${content.join('\n')} ET`, {
    fonts: '/T1 7 0 R',
    more: [
      { dictionary: '', stream: map },
      `<</Type/Font/Subtype/Type0/BaseFont/Mincho/Encoding/${encoding}/DescendantFonts[8 0 R]/ToUnicode 6 0 R>>`,
      '<</Type/Font/Subtype/CIDFontType0/BaseFont/Mincho/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor 9 0 R>>',
      '<</Type/FontDescriptor/FontName/Mincho/Flags 4/Ascent 880/Descent -120/ItalicAngle 0/CapHeight 718/StemV 80/FontBBox[0 -120 1000 880]>>',
    ],
  })
}
