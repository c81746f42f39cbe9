import { describe, expect, test } from 'vitest'
import type { Box } from '../model.ts'
import { type Phrase, typePage } from '../testing/type-page.ts'
import { findBlocks } from './find-blocks.ts'

const columnStarts = [40, 190, 300, 410]

/** The cells of a line of a table; an empty text is left out. */
const line = (y: number, ...texts: readonly string[]): Phrase[] =>
  texts.map((text, i) => ({ text, x: columnStarts[i]!, y })).filter(({ text }) => text !== '')

const horizontalRule = (y: number, from = 40, to = 480): Box => [from, y, to, y + 0.5]
const verticalRule = (x: number, from: number, to: number): Box => [x, from, x + 0.5, to]

const tableOf = (phrases: readonly Phrase[], rules?: readonly Box[]) =>
  findBlocks(typePage(phrases, rules ? { rules } : {})).find(({ kind }) => kind === 'table')

describe('rows of a table without lines', () => {
  test('that are hardly farther apart than the lines of a cell stay rows, and the lines of a cell stay together', () => {
    const table = tableOf([
      ...line(100, 'Part', 'Use', 'Price'),
      ...line(113.5, 'Valve', 'for the boiler', '1,120.50'),
      ...line(124.75, '', 'and the pump', ''),
      ...line(138.25, 'Gauge', 'for the panel', '2,480.00'),
      ...line(149.5, 'of steel', 'of the hall', ''),
      ...line(163, 'Relay', 'spare', '3,999.10'),
    ])

    expect(table?.cells).toEqual([
      ['Part', 'Use', 'Price'],
      ['Valve', 'for the boiler and the pump', '1,120.50'],
      ['Gauge of steel', 'for the panel of the hall', '2,480.00'],
      ['Relay', 'spare', '3,999.10'],
    ])
  })

  test('share a name that stands on the first of them or between them', () => {
    const first = tableOf([
      ...line(100, 'Hall', 'Machine', 'Hours', 'Cost'),
      ...line(116, 'North', 'press', '12', '1,200.00'),
      ...line(132, '', 'saw', '14', '900.00'),
      ...line(148, 'South', 'drill', '7', '310.00'),
    ])
    const middle = tableOf([
      ...line(100, 'Hall', 'Machine', 'Hours', 'Cost'),
      ...line(120, '', 'press', '12', '1,200.00'),
      ...line(130, 'North', '', '', ''),
      ...line(140, '', 'saw', '14', '900.00'),
      ...line(160, 'South', 'drill', '7', '310.00'),
      ...line(180, 'West', 'lathe', '9', '250.00'),
    ])

    for (const table of [first, middle]) {
      expect(table?.merged).toEqual([{ row: 1, column: 0, rows: 2, columns: 1 }])
      expect(table?.cells?.slice(1, 3)).toEqual([
        ['North', 'press', '12', '1,200.00'],
        ['', 'saw', '14', '900.00'],
      ])
    }
  })

  test('of sums belong to no group', () => {
    const table = tableOf([
      ...line(100, 'Hall', 'Machine', 'Hours', 'Cost'),
      ...line(116, 'North', 'press', '12', '1,200.00'),
      ...line(132, 'South', 'drill', '7', '310.00'),
      ...line(148, '', '', '19', '1,510.00'),
    ])

    expect(table?.merged).toBeUndefined()
    expect(table?.cells?.at(-1)).toEqual(['', '', '19', '1,510.00'])
  })

  test('have a name in the middle of the columns that the next row names', () => {
    const table = tableOf([
      ...line(100, 'Region', '', 'Pieces sold'),
      ...line(114, '', 'Spring', 'Summer', 'Autumn'),
      ...line(128, 'North', '12', '14', '16'),
      ...line(142, 'South', '7', '9', '11'),
    ])

    expect(table?.merged).toEqual([
      { row: 0, column: 0, rows: 2, columns: 1 },
      { row: 0, column: 1, rows: 1, columns: 3 },
    ])
    expect(table?.cells?.[0]?.[1]).toBe('Pieces sold')
  })

  test('keep the words of a cell together if all letters have one width', () => {
    const blank = 6
    const words = [
      ['Valve of steel', 'inner', '1,120.50'],
      ['Gauge by hand', 'outer', '2,480.00'],
      ['Spare boiler', 'upper', '3,999.10'],
    ].flatMap((row, y) =>
      row.flatMap((cell, column) => {
        let x = columnStarts[column]!
        return cell.split(' ').map((text) => {
          const phrase = { text, x, y: 100 + y * 14 }
          x += text.length * 5 + blank
          return phrase
        })
      }),
    )

    expect(tableOf(words)?.cells).toEqual([
      ['Valve of steel', 'inner', '1,120.50'],
      ['Gauge by hand', 'outer', '2,480.00'],
      ['Spare boiler', 'upper', '3,999.10'],
    ])
  })
})

describe('drawn lines', () => {
  test('that leave out a column between two rows give it a cell over both', () => {
    const table = tableOf(
      [
        ...line(112, 'Hall', 'Machine', 'Hours'),
        ...line(132, 'North', 'press', '12'),
        ...line(152, '', 'saw', ''),
        ...line(172, 'South', 'drill', '7'),
        ...line(192, 'West', 'lathe', ''),
      ],
      [
        horizontalRule(98),
        horizontalRule(118),
        horizontalRule(138, 180),
        horizontalRule(158),
        horizontalRule(178),
        horizontalRule(198),
      ],
    )

    expect(table?.merged).toEqual([{ row: 1, column: 0, rows: 2, columns: 1 }])
    expect(table?.cells).toHaveLength(5)
  })

  test('of one length keep rows of unlike heights and narrow columns in one table, with the names above the first line', () => {
    const close = (y: number, ...texts: readonly string[]): Phrase[] =>
      texts.map((text, i) => ({ text, x: [40, 88, 210][i]!, y })).filter(({ text }) => text !== '')
    const table = tableOf(
      [
        ...close(112, 'Part', 'Use', 'Price'),
        ...close(134, 'Valves', 'for the boiler hall', '1,120.50'),
        ...close(160, 'Gauges', 'for the panel of the', '2,480.00'),
        ...close(171, '', 'lower hall, with all', ''),
        ...close(182, '', 'that belongs to it', ''),
        ...close(224, 'Relays', 'spare', '3,999.10'),
      ],
      [
        horizontalRule(119, 36, 270),
        horizontalRule(141, 36, 270),
        horizontalRule(196, 36, 270),
        horizontalRule(240, 36, 270),
      ],
    )

    expect(table?.cells).toEqual([
      ['Part', 'Use', 'Price'],
      ['Valves', 'for the boiler hall', '1,120.50'],
      ['Gauges', 'for the panel of the lower hall, with all that belongs to it', '2,480.00'],
      ['Relays', 'spare', '3,999.10'],
    ])
  })

  test('under the titles of sections make no table of their texts', () => {
    const phrases = [100, 160, 220, 280].flatMap((y) => [
      { text: 'Section', x: 40, y },
      { text: 'The doors were painted green before the flood came', x: 40, y: y + 20 },
    ])

    expect(
      tableOf(
        phrases,
        [104, 164, 224, 284].map((y) => horizontalRule(y)),
      ),
    ).toBeUndefined()
  })

  test('have an edge where they end, though it is not drawn', () => {
    const table = tableOf(
      [
        ...line(112, 'Hall', 'Machine', 'Hours'),
        ...line(132, 'North', 'press', '12'),
        ...line(152, 'East', 'saw', '14'),
        ...line(172, 'South', 'drill', '7'),
        ...line(192, 'West', 'lathe', '9'),
      ],
      [
        ...[118, 138, 158, 178, 198].map((y) => horizontalRule(y, 36, 360)),
        ...[36, 180, 290].map((x) => verticalRule(x, 98, 198)),
      ],
    )

    expect(table?.cells).toEqual([
      ['Hall', 'Machine', 'Hours'],
      ['North', 'press', '12'],
      ['East', 'saw', '14'],
      ['South', 'drill', '7'],
      ['West', 'lathe', '9'],
    ])
  })
})

test('lines of text beside the items of a numbered list are no table', () => {
  const left = ['the motor and socket of', 'the outer sensor behind', 'the pump stays as it is']
  const right = ['1. Piston by hand', 'gauge with a filter', '2. Relay with switch']
  const phrases = left.flatMap((text, i) => [
    { text, x: 40, y: 100 + i * 13 },
    { text: right[i]!, x: 320, y: 100 + i * 13 },
  ])

  expect(tableOf(phrases)).toBeUndefined()
})
