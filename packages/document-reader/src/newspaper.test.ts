import { layoutText } from '@recto/document-text/layout/layout-text'
import { phraseText } from '@recto/document-text/layout/phrase-text'
import { type DocumentText, formatVersion } from '@recto/document-text/model'
import { pageText } from '@recto/document-text/page-lines'
import { describe, expect, test } from 'vitest'
import { type Drawing, drawPdf, write } from './testing/draw-pdf.ts'
import { readPdfPages } from './testing/read-pdf-pages.ts'

/** Pages set as newspapers are: narrow columns beside each other, justified, seldom on one base line. */

const story = `The seller delivers the goods that were ordered to the address which the buyer has named. The buyer
pays for them within thirty days after they have arrived. Until then the goods remain the property of the seller, and
the buyer may neither sell them nor hand them to somebody else. Where the buyer does not pay in time, the seller may
ask for interest and take the goods back. Both sides try to settle a dispute by talking before they go to court, and
the law of the country in which the seller has its place of business applies to everything that is not said here.`
const words = story.split(/\s+/)

type Setting = {
  /** Points, by which each column is lowered. */
  readonly shifts: readonly number[]
  readonly gutter: number
  readonly align?: 'justify' | 'left'
}

/** Every fourth word says which column it is of, and in which place. */
function setColumns(pen: Drawing, { shifts, gutter, align = 'justify' }: Setting): void {
  const width = (515 - gutter * (shifts.length - 1)) / shifts.length
  pen.fontSize(9)
  for (const [column, shift] of shifts.entries()) {
    const letter = String.fromCharCode(65 + column)
    const text = Array.from({ length: 90 }, (_, i) => {
      const word = words[(i + column * 23) % words.length]
      return i % 4 === 0 ? `${word}${letter}${i}` : word
    }).join(' ')
    pen.text(text, 40 + column * (width + gutter), 80 + shift, { width, align, lineGap: 1 })
  }
}

async function read(draw: (pen: Drawing) => void): Promise<DocumentText> {
  const pages = await readPdfPages(drawPdf(draw))
  return { formatVersion, pages: pages.map(({ page }) => page) }
}

const marksIn = (text: string) => [...text.matchAll(/([A-F])(\d+)/g)].map(([mark]) => mark)
const columnsIn = (text: string) => new Set(marksIn(text).map(([letter]) => letter))
/** Returns the lines of a laid-out page without the frame. */
const rowsOf = (document: DocumentText) =>
  layoutText(document)
    .text.split('\n')
    .filter((row) => row.trim() !== '' && !row.startsWith('<<<'))
    .map((row) => row.trimEnd())

const settings: readonly [string, Setting][] = [
  ['on one base line', { shifts: [0, 0, 0, 0], gutter: 12 }],
  ['with a narrow gutter', { shifts: [0, 0, 0, 0], gutter: 8 }],
  ['each a little lower than the one before', { shifts: [0, 3, 5, 7], gutter: 12 }],
  ['up and down', { shifts: [0, 4, 8, 3], gutter: 10 }],
  ['that stand half a line lower by turns', { shifts: [0, 5.5, 0, 5.5], gutter: 12 }],
  ['that are not justified', { shifts: [0, 3, 5, 7], gutter: 8, align: 'left' }],
  ['of which there are two', { shifts: [0, 4], gutter: 12 }],
  ['of which there are five', { shifts: [0, 3, 1, 4, 2], gutter: 10 }],
]

describe.each(settings)('columns %s', (_, setting) => {
  const document = read((pen) => setColumns(pen, setting))

  test('are read one after the other', async () => {
    const [page] = (await document).pages
    const lines = pageText(page!).split('\n')
    const inOrder = setting.shifts.flatMap((_, column) =>
      Array.from({ length: 23 }, (_, i) => `${String.fromCharCode(65 + column)}${i * 4}`),
    )

    expect(lines.filter((line) => columnsIn(line).size > 1)).toEqual([])
    expect(marksIn(lines.join('\n'))).toEqual(inOrder)
  })

  test('are laid out beside each other, parted by two blanks, and have single ones', async () => {
    const rows = rowsOf(await document)
    // One for each line of the longest column, and for those that have no neighbour at the ends.
    const [page] = (await document).pages
    const lines = page!.lines.length / setting.shifts.length

    expect(rows.length).toBeLessThan(lines + 3)
    for (const row of rows) {
      const phrases = row.trim().split(/ {2,}/)
      expect(phrases.length).toBeLessThanOrEqual(setting.shifts.length)
      for (const phrase of phrases) expect(columnsIn(phrase).size).toBeLessThanOrEqual(1)
    }
  })

  test('give phrases that are whole lines', async () => {
    const [page] = (await document).pages
    const phrases = phraseText(await document)
      .text.split('\n<<<')[0]!
      .trim()

    expect(phrases).toBe(pageText(page!))
  })
})

describe('what is no newspaper', () => {
  test('the cells of a table that fill their columns evenly stay parted', async () => {
    const rows = rowsOf(
      await read((pen) => {
        for (let row = 0; row < 12; row++) {
          for (const [i, cell] of ['Northern', 'Southern', 'Eastward', 'Westward'].entries())
            write(pen, `${cell}`, 60 + i * 66, 80 + row * 16)
        }
      }),
    )

    expect(rows).toHaveLength(12)
    for (const row of rows) {
      expect(row.trim().split(/ {2,}/)).toEqual(['Northern', 'Southern', 'Eastward', 'Westward'])
    }
  })

  test('a table whose descriptions are long, and begin small, is read row by row', async () => {
    const goods = 'several goods of the best kind to the buyer'
    const document = await read((pen) => {
      pen.fontSize(10)
      for (let row = 0; row < 14; row++) {
        write(pen, goods.slice(0, 24 + ((row * 7) % 19)), 50, 80 + row * 18)
        write(pen, `${row} pieces`, 300, 80 + row * 18)
        write(pen, `${row * 9}.50`, 430, 80 + row * 18)
      }
    })

    const lines = pageText(document.pages[0]!).split('\n')
    expect(lines).toHaveLength(14)
    expect(lines[4]).toMatch(/^several goods .* 4 pieces 36\.50$/)
    expect(rowsOf(document)[4]!.split(/ {2,}/)).toHaveLength(3)
  })

  test('justified prose over the whole page has single blanks, and a table under it its columns', async () => {
    const document = await read((pen) => {
      pen.fontSize(11).text(story.replaceAll('\n', ' '), 60, 80, { width: 130, align: 'justify' })
      for (let row = 0; row < 6; row++) {
        write(pen, `Item ${row}`, 60, 500 + row * 14)
        write(pen, `${row}.90`, 168, 500 + row * 14)
      }
    })
    const rows = rowsOf(document)
    const prose = rows.filter((row) => !row.includes('Item'))

    expect(prose.length).toBeGreaterThan(20)
    expect(prose.filter((row) => / {2,}/.test(row.trim()))).toEqual([])
    for (const row of rows.filter((one) => one.includes('Item')))
      expect(row).toMatch(/\d {2,}\d\.90$/)
  })
})
