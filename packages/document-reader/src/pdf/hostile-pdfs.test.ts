import { layoutText } from '@recto/document-text/layout/layout-text'
import { phraseText } from '@recto/document-text/layout/phrase-text'
import { rawText } from '@recto/document-text/layout/raw-text'
import { formatVersion } from '@recto/document-text/model'
import { lineText } from '@recto/document-text/page-lines'
import { fuzzSettings, fuzzTimeout } from '@recto/testkit/fuzz-settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankPages, lyingFont, manyLetters, turnedText } from '../testing/hostile-pdfs.ts'
import { rawPage } from '../testing/raw-pdf.ts'
import { readPdfPages } from '../testing/read-pdf-pages.ts'

async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const [reading] = await readPdfPages(bytes)
  const { page } = reading!
  return page.lines.map((line) => lineText(page, line))
}

describe('pages that are odd', () => {
  test('a page of 200,000 letters is read, and set as text of each kind', async () => {
    const [reading] = await readPdfPages(manyLetters(200_000), { withGlyphs: true })
    const document = { formatVersion, pages: [reading!.page] } as const

    expect(reading!.signals.letters).toBeGreaterThan(100_000)
    for (const textOf of [layoutText, phraseText, rawText])
      expect(textOf(document).text.length).toBeGreaterThan(20_000)
  })

  test('a page of more letters than are read is refused, with their number', async () => {
    await expect(readPdfPages(manyLetters(1_000_100))).rejects.toMatchObject({
      code: 'too-large',
      message: 'A page exceeds the limit of 1,000,000 characters.',
    })
  })

  test('5,000 pages without anything on them are blank', async () => {
    const readings = await readPdfPages(blankPages(5000))

    expect(readings).toHaveLength(5000)
    expect(new Set(readings.map(({ state }) => state))).toEqual(new Set(['blank']))
  })

  test('a font whose tables lie about where they are and how long costs no more than its letters', async () => {
    for (const [length, offset] of [
      [0xffffffff, 0],
      [5, 0xfffffff0],
      [100_000, 100],
      [0, 0],
    ] as const)
      expect((await linesOf(lyingFont(length, offset))).join(' ')).toContain('Total')
  })

  test('a page that was turned by three degrees keeps its lines', async () => {
    for (const degrees of [3, -3]) {
      const cos = Math.cos((degrees * Math.PI) / 180)
      const sin = Math.sin((degrees * Math.PI) / 180)
      const matrix = [cos, sin, -sin, cos, 20, 20].map((one) => one.toFixed(6)).join(' ')

      expect(await linesOf(turnedText(matrix))).toEqual([
        'Invoice total 42.00',
        'Due in thirty days',
      ])
    }
  })

  test('a mirrored page has its words whole', async () => {
    for (const matrix of ['-1 0 0 1 600 0', '1 0 0 -1 0 800', '-1 0 0 -1 600 800'])
      expect((await linesOf(turnedText(matrix))).toSorted()).toEqual([
        'Due in thirty days',
        'Invoice total 42.00',
      ])
  })
})

/** Texts in Courier of 10 points, which PDFium reads once where they are drawn several times. */
function drawnTexts(content: string, spaceWidth = 600): Uint8Array {
  return rawPage(`BT /C1 10 Tf ${content} ET`, {
    fonts: '/C1 6 0 R',
    more: [
      `<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 122/Widths[${spaceWidth} ${'600 '.repeat(90)}]>>`,
    ],
  })
}

async function placesIn(bytes: Uint8Array): Promise<number> {
  const [reading] = await readPdfPages(bytes, { withGlyphs: true })
  return reading!.page.words.reduce((sum, { glyphs }) => sum + glyphs!.edges.length / 2, 0)
}

const textAt = (x: string, text: string) => `1 0 0 1 ${x} 700 Tm (${text}) Tj\n`

describe('texts that are drawn several times, where letters are asked for', () => {
  test.each(['99999999999999999999.5', '-99999999999999999999.5', `${'9'.repeat(37)}.5`])(
    'are looked for near their place, even at %s',
    async (x) => {
      const content = textAt('50', 'hello') + textAt(x, 'hello').repeat(3)

      expect(await placesIn(drawnTexts(content))).toBe(5)
    },
  )

  test('count as often as anybody could see', async () => {
    expect(await placesIn(drawnTexts(textAt('50', 'Total').repeat(5)))).toBe(25)
    expect(await placesIn(drawnTexts(textAt('50', 'Total').repeat(20_000)))).toBeLessThan(300)
  })

  test('are refused where their letters are more than are read', async () => {
    const long = textAt('50', 'abcdefgh'.repeat(4000)).repeat(40)

    await expect(placesIn(drawnTexts(`/C1 0.002 Tf ${long}`))).rejects.toMatchObject({
      code: 'too-large',
    })
  })
})

test('a gap is not filled with spaces that nobody could see', async () => {
  const content = '1 0 0 1 50 700 Tm [( ) -30000 ( a)] TJ'

  expect(await placesIn(drawnTexts(content))).toBeGreaterThan(40)
  expect(await placesIn(drawnTexts(content, 2))).toBeLessThan(5)
})

/** A font with the given table of characters, widths and measures. */
function oddFont(font: {
  readonly map: string
  readonly widths: string
  readonly measures: string
  readonly content: string
}): Uint8Array {
  const { map, widths, measures, content } = font
  return rawPage(`BT /T1 12 Tf 1 0 0 1 50 700 Tm ${content} ET`, {
    fonts: '/T1 7 0 R',
    more: [
      {
        dictionary: '',
        stream: `begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n${map}\nendcmap`,
      },
      `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 65/LastChar 90/Widths[${widths}]/ToUnicode 6 0 R/FontDescriptor 8 0 R>>`,
      `<</Type/FontDescriptor/FontName/Helvetica${measures}>>`,
    ],
  })
}

const plain = { widths: '500', measures: '/Flags 32', content: '(ABC) Tj' }

test('a code that the table of a font maps to no character costs a letter, not the document', async () => {
  for (const bad of ['D800', 'DC00', 'DFFFD800', '00110000', 'FFFFFFFF', 'D83D']) {
    const map = `3 beginbfchar <41> <0041> <42> <${bad}> <43> <0043> endbfchar`
    const [reading] = await readPdfPages(oddFont({ ...plain, map }))
    const text = reading!.page.words.map((word) => word.text).join('')

    expect(text).toMatch(/^A.*C$/u)
    expect(text.isWellFormed()).toBe(true)
  }
  const range = '1 beginbfrange <41> <43> <DBFFDFFE> endbfrange'
  for (const line of await linesOf(oddFont({ ...plain, map: range })))
    expect(line.isWellFormed()).toBe(true)
})

const hex = fc.stringMatching(/^[0-9A-F]{0,16}$/)
const numbers = [0, 1, -1, 0.001, 500, 1e9, -1e9, 2147483647, -2147483648, 4294967296]
const number = fc.oneof(
  fc.constantFrom(...numbers).map(String),
  fc.constantFrom('1e30', '-', '--5', '99999999999999999999', 'null', '[]'),
)
const entry = fc
  .tuple(
    fc.constantFrom('bfchar', 'bfrange', 'cidrange', 'cidchar'),
    fc.array(hex, { maxLength: 9 }),
  )
  .map(
    ([kind, all]) =>
      `${all.length} begin${kind} ${all.map((one) => `<${one}>`).join(' ')} end${kind}`,
  )
const listOf = (maxLength: number) => fc.array(number, { maxLength }).map((all) => all.join(' '))
const measure = fc
  .tuple(fc.constantFrom('Ascent', 'Descent', 'Flags', 'ItalicAngle', 'MissingWidth'), number)
  .map(([key, value]) => `/${key} ${value}`)
const show = fc
  .tuple(number, number, number, number, number, hex)
  .map(
    ([size, a, d, spacing, x, codes]) =>
      `/T1 ${size} Tf ${a} 0 0 ${d} ${x} 700 Tm ${spacing} Tc <${codes}> Tj (ABC abc) Tj`,
  )

test(
  'whatever numbers a font and its text are made of, its page is read',
  async () => {
    const font = fc.record({
      map: fc.array(entry, { maxLength: 4 }).map((all) => all.join('\n')),
      widths: listOf(30),
      measures: fc
        .tuple(fc.array(measure, { maxLength: 5 }), listOf(4))
        .map(([all, box]) => `${all.join('')}/FontBBox[${box}]`),
      content: fc.array(show, { maxLength: 4 }).map((all) => all.join(' ')),
    })

    await fc.assert(
      fc.asyncProperty(font, async (oddFontParts) => {
        const [reading] = await readPdfPages(oddFont(oddFontParts), { withGlyphs: true })
        const { page } = reading!
        const document = { formatVersion, pages: [page] } as const
        for (const textOf of [layoutText, phraseText, rawText])
          expect(textOf(document).text.isWellFormed()).toBe(true)
        for (const { box } of page.words) expect(box.every(Number.isFinite)).toBe(true)
      }),
      fuzzSettings(300, 1),
    )
  },
  fuzzTimeout(),
)
