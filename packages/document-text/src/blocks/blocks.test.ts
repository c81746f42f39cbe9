import { omitUndefined } from '@recto/omit-undefined'
import { describe, expect, test } from 'vitest'
import type { Box, Page, Word } from '../model.ts'
import { typePage } from '../testing/type-page.ts'
import { uniteBoxes } from '../unite-boxes.ts'
import { findDocumentBlocks } from './document-blocks.ts'
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

describe('tables', () => {
  test('are no lines of justified text whose blanks stand above each other', () => {
    const justifiedLines = placeWords([
      ['Please', 40, 100],
      ['wait', 160, 100],
      ['4390.', 257.5, 100],
      ['the', 40, 113],
      ['workshop', 148, 113],
      ['opens', 257.5, 113],
      ['again', 40, 126],
      ['after', 155, 126],
      ['a', 275.5, 126],
    ])
    const words = [
      ['Name', 'Room', 'State'],
      ['Ann', 'Hall', 'here'],
      ['Bartholomew', 'East', 'away'],
      ['Cy', 'Kitchen', 'unknown'],
    ].flatMap((row, y) => row.map((text, x) => [text, 40 + x * 110, 100 + y * 13] as const))

    expect(findBlocks(justifiedLines).map(({ kind }) => kind)).not.toContain('table')
    expect(findBlocks(placeWords(words)).map(({ kind }) => kind)).toEqual(['table'])
  })

  test('of drawn lines have cells that reach over others where no line parts them', () => {
    const xs = [40, 140, 240, 340]
    const ys = [100, 120, 140, 160, 180]
    const texts = [
      { text: 'Region', x: 45, y: 114 },
      { text: 'Amounts', x: 150, y: 114 },
      { text: 'Paper', x: 150, y: 134 },
      { text: 'Ink', x: 250, y: 134 },
      { text: 'North', x: 45, y: 154 },
      { text: '12', x: 150, y: 154 },
      { text: '14', x: 250, y: 154 },
      { text: 'South', x: 45, y: 174 },
      { text: '7', x: 150, y: 174 },
      { text: '9', x: 250, y: 174 },
    ]
    const rules = [
      ...ys.map((y): Box => [y === 120 ? 140 : 40, y, 340, y + 0.5]),
      ...xs.map((x): Box => [x, x === 240 ? 120 : 100, x + 0.5, 180]),
    ]

    const [table] = findBlocks(typePage(texts, { rules }))

    expect(table?.cells).toEqual([
      ['Region', 'Amounts', ''],
      ['', 'Paper', 'Ink'],
      ['North', '12', '14'],
      ['South', '7', '9'],
    ])
    expect(table?.merged).toEqual([
      { row: 0, column: 0, rows: 2, columns: 1 },
      { row: 0, column: 1, rows: 1, columns: 2 },
    ])
    expect(htmlOf([table!])).toContain(
      '<tr><td rowspan="2">Region</td><td colspan="2">Amounts</td></tr><tr><td>Paper</td>',
    )
  })

  test('without lines keep the lines of a cell in one row', () => {
    const table = findBlocks(
      typePage([
        ...['Item', 'Note', 'Price'].map((text, i) => ({ text, x: 40 + i * 150, y: 100 })),
        { text: 'Door', x: 40, y: 120 },
        { text: 'made of oak and', x: 190, y: 120 },
        { text: '80.00', x: 340, y: 120 },
        { text: 'painted green', x: 190, y: 132 },
        ...['Shelf', 'plain', '20.00'].map((text, i) => ({ text, x: 40 + i * 150, y: 152 })),
      ]),
    ).find(({ kind }) => kind === 'table')

    expect(table?.cells).toEqual([
      ['Item', 'Note', 'Price'],
      ['Door', 'made of oak and painted green', '80.00'],
      ['Shelf', 'plain', '20.00'],
    ])
  })
})

test('columns of text are read one after the other, below a title over both', () => {
  const lines = [
    'The door of the house',
    'was painted green and',
    'so were its windows in',
    'the year of the flood.',
  ]
  const texts = findBlocks(
    typePage([
      { text: 'Two houses', x: 40, y: 60, size: 20 },
      ...lines.map((text, i) => ({ text: `${text} left`, x: 40, y: 100 + i * 13 })),
      ...lines.map((text, i) => ({ text: `${text} right`, x: 320, y: 104 + i * 13 })),
    ]),
  ).map(({ text }) => text)

  expect(texts).toEqual([
    'Two houses',
    lines.map((line) => `${line} left`).join(' '),
    lines.map((line) => `${line} right`).join(' '),
  ])
})

describe('the pages of a document', () => {
  const styledPage = (page: Page, style: (word: Word) => Word['style']): Page => ({
    ...page,
    words: page.words.map((word) => ({ ...word, ...omitUndefined({ style: style(word) }) })),
  })
  const plainPage = (number: number) =>
    styledPage(
      typePage(
        [
          { text: 'Oak Limited', x: 40, y: 20 },
          { text: 'Chapter', x: 40, y: 100, size: 20 },
          { text: 'Section', x: 40, y: 140 },
          { text: 'The doors were painted green before the flood', x: 40, y: 160 },
          { text: `Page ${number + 1} of 2`, x: 300, y: 780 },
        ],
        { number },
      ),
      ({ text, box }) => ({
        size: box[3] - box[1],
        ...omitUndefined({ isBold: text === 'Section' ? (true as const) : undefined }),
      }),
    )
  const blocks = findDocumentBlocks([plainPage(0), plainPage(1)])

  test('have titles with levels, by size and by weight', () => {
    const titles = blocks.filter(({ kind }) => kind === 'title')
    expect(titles.map(({ text, level }) => `${level} ${text}`)).toEqual([
      '1 Chapter',
      '2 Section',
      '1 Chapter',
      '2 Section',
    ])
  })

  test('repeat no heads and feet in Markdown', () => {
    const markdown = markdownOf(blocks)
    expect(markdown.match(/Oak Limited/g)).toHaveLength(1)
    expect(markdown).toMatch(/Page 2 of 2$/)
    expect(markdown).not.toContain('Page 1 of 2')
    expect(markdown).toContain('## Section\n\nThe doors')
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
