import { expect, test } from 'vitest'
import { locateText } from './locate-text.ts'
import { typeDocument, typePage } from './testing/type-page.ts'

const { pages } = typeDocument(
  typePage([
    { text: 'Total due 42.00', x: 50, y: 100 },
    { text: 'Strasse 7 GROSSE', x: 50, y: 130 },
    { text: 'Straße total', x: 50, y: 160 },
  ]),
  typePage([{ text: 'Subtotal of TOTAL', x: 50, y: 100 }]),
)
const boxOf = (page: number, text: string) =>
  pages[page]?.words.find((word) => word.text === text)?.box
const find = (text: string, maxMatches = 100) => locateText(pages, { text, maxMatches })

test('a text is found in any case, within words, on every page', () => {
  expect(find('total')).toEqual([
    { page: 0, boxes: [boxOf(0, 'Total')] },
    { page: 0, boxes: [boxOf(0, 'total')] },
    { page: 1, boxes: [boxOf(1, 'Subtotal')] },
    { page: 1, boxes: [boxOf(1, 'TOTAL')] },
  ])
  expect(find('42.0')).toHaveLength(1)
  expect(find('grosse')).toHaveLength(1)
})

test('a text that runs over lines has a box on each of them', () => {
  const [match, ...otherMatches] = find('42.00  strasse 7')
  expect(otherMatches).toEqual([])
  expect(match?.boxes).toHaveLength(2)
  expect(match?.boxes[0]).toEqual(boxOf(0, '42.00'))
})

test('matches are limited, and a blank or missing text has none', () => {
  expect(find('total', 3)).toHaveLength(3)
  expect(find('  ')).toEqual([])
  expect(find('nowhere')).toEqual([])
  expect(locateText([typePage([])], { text: 'a', maxMatches: 1 })).toEqual([])
})

test('matches inside one word are one, and count once towards the limit', () => {
  expect(find('t', 3)).toEqual([
    { page: 0, boxes: [boxOf(0, 'Total')] },
    { page: 0, boxes: [boxOf(0, 'Strasse')] },
    { page: 0, boxes: [boxOf(0, 'Straße')] },
  ])
})
