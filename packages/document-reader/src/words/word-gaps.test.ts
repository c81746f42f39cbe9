import { lineText } from '@recto/document-text/page-lines'
import { describe, expect, test } from 'vitest'
import { drawPdf, write } from '../testing/draw-pdf.ts'
import { type PlacedLetter, placedLetters } from '../testing/placed-letters.ts'
import { rawPage } from '../testing/raw-pdf.ts'
import { readPdfPages } from '../testing/read-pdf-pages.ts'

async function textOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<string> {
  const [reading] = await readPdfPages(bytes)
  const { page } = reading!
  return page.lines.map((line) => lineText(page, line)).join(' ')
}

const sentence = 'Payment of this statement must be received before the due date is past'
const words = sentence.split(' ')

/** Word by word with no space that the file spells; gaps are shares of the size. */
function tight(font: string, gap: number): Promise<Uint8Array> {
  return drawPdf((d) => {
    d.font(font).fontSize(9)
    let x = 30
    for (const word of words) {
      d.text(word, x, 40, { lineBreak: false })
      x += d.widthOfString(word) + gap * 9
    }
  })
}

function spaced(spacing: number): Promise<Uint8Array> {
  return drawPdf((d) => {
    d.fontSize(9)
    d.text(sentence, 10, 40, { lineBreak: false, characterSpacing: spacing * 9 })
  })
}

describe('words end', () => {
  test('at narrow gaps of tightly set text, also where letters hang over', async () => {
    for (const font of ['Helvetica', 'Times-Roman', 'Courier', 'Times-Italic'])
      for (const gap of [0.11, 0.13, 0.18]) expect(await textOf(tight(font, gap))).toBe(sentence)
  })

  test('at gaps by the size of the font, however high the boxes of its letters are', async () => {
    const letters = [...'Master Password from user'].flatMap((letter, i): PlacedLetter[] =>
      letter === ' ' ? [] : [[letter, 50 + i * 4.5, 700]],
    )
    const box =
      '/Flags 32/Ascent 5900/Descent -1000/ItalicAngle 0/CapHeight 718/StemV 80/FontBBox[0 -1000 1000 5900]'

    const bytes = placedLetters(letters, { size: 9, box })
    const [reading] = await readPdfPages(bytes)

    expect(await textOf(bytes)).toBe('Master Password from user')
    for (const word of reading!.page.words) expect(word.box[3] - word.box[1]).toBeLessThan(18)
  })
})

test.each([2, 5, 9, 14, 20])(
  'a cell that runs %i points into the next stays a text of its own',
  async (points) => {
    const title = 'Annals of Applied Cartography and Maps'
    const bytes = await drawPdf((d) => {
      d.fontSize(10)
      d.text(title, 30, 40, { lineBreak: false })
      d.text('C', 30 + d.widthOfString(title) - points, 40, { lineBreak: false })
    })

    const text = await textOf(bytes)
    expect(text).toContain(title)
    expect(text).not.toMatch(/MapsC|CMaps|MapCs|MaCps|MCaps/)
    expect(text.split(/\s+/)).toContain('C')
  },
)

const lines = [
  'Credit Reporting: We may report information about your account to credit bureaus.',
  'Late payments, missed payments, or other defaults on your account may be reflected in your',
  'credit report. You can find out more by visiting our site or by calling us at any time.',
]

/** Letter by letter, each up to half of `roundness` beside its place; numbers are shares of the size. */
function rounded(gap: number, roundness: number): Promise<Uint8Array> {
  const size = 8
  return drawPdf((d) => {
    d.fontSize(size)
    for (const [i, line] of lines.entries()) {
      const widths = [...line].map((c) => (c === ' ' ? gap * size : d.widthOfString(c)))
      const placeOf = (place: number) => widths.slice(0, place).reduce((sum, one) => sum + one, 40)
      for (const [place, letter] of [...line].entries()) {
        const shift = (((place * 7919 + i * 104729) % 101) / 100 - 0.5) * roundness * size
        if (letter !== ' ') write(d, letter, placeOf(place) + shift, 40 + i * 10)
      }
    }
  })
}

describe('letters that are placed one by one and rounded', () => {
  test.each([
    [0.09, 0.02],
    [0.11, 0.04],
    [0.13, 0.06],
    [0.18, 0.08],
  ])('end words at gaps of %f, rounded by %f', async (gap, roundness) => {
    expect(await textOf(rounded(gap, roundness))).toBe(lines.join(' '))
  })

  test('stay one word where no gap is of another kind', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitaen'
    for (const roundness of [0.04, 0.08, 0.12]) {
      const bytes = drawPdf((d) => {
        let x = 40
        d.fontSize(10)
        for (const [i, letter] of [...word].entries()) {
          write(d, letter, x + Math.sin(i * 7) * (roundness / 2) * 10, 40)
          x += d.widthOfString(letter)
        }
      })

      expect(await textOf(bytes)).toBe(word)
    }
  })
})

/** A text object whose parts are moved apart, in thousandths of the size. */
function movedApart(parts: readonly string[], gap: number, beginning = '', end = ''): string {
  const texts = parts.map((part) => `(${part})`).join(` -${gap} `)
  return `[(${beginning}) -${gap} ${texts} -${gap} (${end})] TJ`
}

describe('numbers of a row stay apart', () => {
  const rows = ['1 2 3 4 5 6', '1 + 2 + 3 + 4', '5 10 15 20 25', '1 0 0 1 0 1 1 0']
  const textPage = (operators: string) => rawPage(`BT /F1 12 Tf 50 700 Td ${operators} ET`)

  test.each(rows)('drawn at once: %s', async (row) => {
    for (const gap of [333, 278, 250, 222])
      expect(await textOf(textPage(movedApart(row.split(' '), gap)))).toBe(row)
  })

  test.each(rows)('within prose that is drawn at once: %s', async (row) => {
    for (const gap of [333, 278, 250, 222, 200]) {
      const prose = movedApart(row.split(' '), gap, 'values', 'are set')
      expect(await textOf(textPage(prose))).toBe(`values ${row} are set`)
    }
  })

  test('beside groups of letters that are as far apart', async () => {
    const row = 'a b c d 1 2 3 4'
    expect(await textOf(textPage(movedApart(row.split(' '), 333)))).toMatch(/1 2 3 4$/)
  })
})

/** A text of several fonts, drawn piece by piece; the gap after each piece is a share of the size. */
type Piece = readonly [font: string, text: string, gap: number, raise?: number]

function drawPieces(pieces: readonly Piece[]): Promise<Uint8Array> {
  const size = 10
  return drawPdf((d) => {
    let x = 30
    for (const [font, text, gap, raise = 0] of pieces) {
      d.font(font).fontSize(raise > 0 ? 0.7 * size : size)
      const top = raise > 0 ? 40 + 0.2 * size - raise * size : 40
      d.text(text, x, top, { lineBreak: false })
      x += d.widthOfString(text) + gap * size
    }
  })
}

describe('words do not end', () => {
  test.each([
    ['f', '(x)'],
    ['P', '(A)'],
    ['N', '(0,1)'],
    ['g', '[n]'],
  ])('between a slanted letter and its bracket: %s%s', async (letter, bracket) => {
    for (const gap of [0.1, 0.13]) {
      const pieces = drawPieces([
        ['Times-Roman', 'consider', 0.3],
        ['Times-Italic', letter, gap],
        ['Times-Roman', bracket, 0.3],
        ['Times-Roman', 'once', 0],
      ])
      expect(await textOf(pieces)).toBe(`consider ${letter}${bracket} once`)
    }
  })

  test('between a slanted letter and its exponent', async () => {
    const pieces = drawPieces([
      ['Times-Roman', 'consider', 0.3],
      ['Times-Italic', 'T', 0.13],
      ['Times-Roman', '2', 0.3, 0.36],
      ['Times-Roman', 'once', 0],
    ])
    expect(await textOf(pieces)).toBe('consider T² once')
  })

  test('between letters that are kerned apart', async () => {
    const bytes = drawPdf((d) => {
      d.fontSize(10)
      d.text('offi', 30, 60, { lineBreak: false })
      d.text('cers agree', 30 + d.widthOfString('offi') + 0.6, 60, { lineBreak: false })
    })

    expect(await textOf(bytes)).toBe('officers agree')
  })

  test('between letters that are drawn apart, where the file spells the spaces between words', async () => {
    for (const spacing of [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5])
      expect(await textOf(spaced(spacing))).toBe(sentence)
  })

  test('behind a ligature whose letters do not fill it', async () => {
    const map = '1 beginbfchar <41> <006600660069> endbfchar'
    const bytes = rawPage(
      `BT /T1 12 Tf 1 0 0 1 50 700 Tm <41> Tj ET BT /F1 12 Tf 1 0 0 1 59.2 700 Tm (ce is open) Tj ET`,
      {
        fonts: '/T1 7 0 R',
        more: [
          {
            dictionary: '',
            stream: `begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n${map}\nendcmap`,
          },
          '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
        ],
      },
    )

    expect(await textOf(bytes)).toBe('ffice is open')
  })

  test('between digits and letters that are drawn apart, where the file spells no spaces', async () => {
    const text = 'Total of your account 1,234.50 is due by May'
    for (const font of ['Helvetica', 'Times-Roman', 'Courier']) {
      const bytes = drawPdf((d) => {
        d.font(font).fontSize(10)
        let x = 30
        for (const word of text.split(' ')) {
          d.text(word, x, 40, { lineBreak: false, characterSpacing: 2 })
          x += d.widthOfString(word) + 2 * (word.length - 1) + 4.5
        }
      })

      expect(await textOf(bytes)).toBe(text)
    }
  })

  test('between digits and letters of one text that are drawn apart widely', async () => {
    const text = 'TOTAL OF MAY 1,234.50 IS DUE NOW'
    const spread = text.split(' ').map((word) => [...word].join(') -400 ('))
    const bytes = rawPage(`BT /F1 12 Tf 50 700 Td [(${spread.join(') -950 (')})] TJ ET`)

    expect(await textOf(bytes)).toBe(text)
  })

  test('between digits that are drawn apart by themselves', async () => {
    const bytes = rawPage('BT /F1 12 Tf 2.4 Tc 50 700 Td (1,234.50) Tj ET')
    expect(await textOf(bytes)).toBe('1,234.50')
  })

  test('where letters are placed on whole points', async () => {
    const bytes = drawPdf((d) => {
      d.fontSize(8)
      let x = 30
      for (const word of words) {
        for (const letter of word) {
          d.text(letter, Math.round(x), 40, { lineBreak: false })
          x += d.widthOfString(letter)
        }
        x += 0.28 * 8
      }
    })

    expect(await textOf(bytes)).toBe(sentence)
  })
})
