import { describe, expect, test } from 'vitest'
import type { Page, Word } from '../model.ts'
import { typePage } from '../testing/type-page.ts'
import { uniteBoxes } from '../unite-boxes.ts'
import { findBlocks } from './find-blocks.ts'
import { htmlOf } from './html.ts'
import { markdownOf } from './markdown.ts'

const rows = [
  ['Item', 'Quantity', 'Price'],
  ['Shelf of oak', '2', '120.00'],
  ['Door', '1', '80.00'],
]

const page = typePage([
  { text: 'Order of the week', x: 40, y: 60, size: 20 },
  { text: 'Please send what is listed below to the', x: 40, y: 100 },
  { text: 'workshop before the end of the month.', x: 40, y: 113 },
  ...rows.flatMap((row, index) =>
    row.map((text, column) => ({ text, x: 40 + column * 150, y: 150 + index * 14 })),
  ),
  { text: '• Ring the bell', x: 40, y: 220 },
  { text: '• Mind the dog', x: 40, y: 233 },
  { text: 'Thank you <b>very</b> much', x: 40, y: 270 },
])

/** Words with the left end of their base line, in the order of reading; those on one base line are one line. */
function placeWords(places: readonly (readonly [text: string, x: number, y: number])[]): Page {
  const words = places.map(
    ([text, x, y]): Word => ({
      text,
      box: [x, y - 8, x + text.length * 4.5, y + 2],
      confidence: 1,
      origin: 'native',
    }),
  )
  const lines = [...Map.groupBy(places.keys(), (i) => places[i]![2]).values()].map((line) => ({
    start: line[0]!,
    end: line.at(-1)! + 1,
    box: uniteBoxes(line.map((i) => words[i]!.box)),
  }))
  return { number: 0, width: 600, height: 800, rotation: 0, words, lines }
}

describe('the blocks of a page', () => {
  test('are its title, its paragraphs, its table and the items of its list, in reading order', () => {
    const blocks = findBlocks(page)

    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['title', 'Order of the week'],
      ['text', 'Please send what is listed below to the workshop before the end of the month.'],
      ['table', rows.map((row) => row.join('\t')).join('\n')],
      ['list-item', '• Ring the bell'],
      ['list-item', '• Mind the dog'],
      ['text', 'Thank you <b>very</b> much'],
    ])
  })

  test('have a table whose rows have as many cells, also where one is missing', () => {
    const sparse = typePage([
      ...[40, 190, 340].map((x) => ({ text: 'Head', x, y: 100 })),
      ...[40, 340].map((x) => ({ text: 'cell', x, y: 114 })),
    ])

    expect(findBlocks(sparse)[0]?.cells).toEqual([
      ['Head', 'Head', 'Head'],
      ['cell', '', 'cell'],
    ])
  })

  test('of a page in Hebrew have their words in order and their columns from the right', () => {
    const hebrewPage = placeWords([
      ['שלום', 500, 100],
      ['רב', 480, 100],
      ['Blue', 440, 100],
      ['door', 462, 100],
      ['פריט', 500, 160],
      ['מחיר', 300, 160],
      ['דלת', 500, 174],
      ['80.00', 300, 174],
    ])

    expect(findBlocks(hebrewPage).map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'שלום רב Blue door'],
      ['table', 'פריט\tמחיר\nדלת\t80.00'],
    ])
  })

  test('of an empty page are none', () => {
    expect(findBlocks(typePage([]))).toEqual([])
  })
})

describe('written', () => {
  test('as Markdown, nothing of the document becomes markup', () => {
    const markdown = markdownOf(findBlocks(page))

    expect(markdown).toContain('# Order of the week\n\nPlease send')
    expect(markdown).toContain('| Item | Quantity | Price |\n| --- | --- | --- |')
    expect(markdown).toContain('- Ring the bell')
    expect(markdown).toContain(String.raw`Thank you \<b\>very\</b\> much`)
  })

  test('as HTML, the items of a list are one list', () => {
    const html = htmlOf(findBlocks(page))

    expect(html).toContain('<ul><li>• Ring the bell</li>\n<li>• Mind the dog</li></ul>')
    expect(html).toContain('&lt;b&gt;very&lt;/b&gt;')
    expect(html).toContain('<tr><td>Door</td><td>1</td><td>80.00</td></tr>')
  })
})
