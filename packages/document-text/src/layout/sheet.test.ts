import { expect, test } from 'vitest'
import { type Box, formatVersion, type Page, type Word } from '../model.ts'
import { layoutText } from './layout-text.ts'

/** Rows of one word as OCR sees them: each box holds the ink alone, which may have tails below the base line. */
function scanOf(rows: readonly (readonly [text: string, top: number, bottom: number])[]): Page {
  const words = rows.map(([text, top, bottom]): Word => {
    const box: Box = [50, top, 50 + text.length * 6, bottom]
    return { text, box, confidence: 0.95, origin: 'ocr' }
  })
  const lines = words.map(({ box }, i) => ({ box, start: i, end: i + 1 }))
  return { number: 0, width: 600, height: 800, rotation: 0, words, lines, ocr: 'high_quality' }
}

test('rows of a scan that are about evenly apart have no blank line between them, a paragraph has one', () => {
  const page = scanOf([
    ['The council decided', 80, 88],
    ['before winter comes', 94, 101],
    ['over its banks and', 105, 113],
    ['the old stone arch', 120, 127],
    ['the river rises over', 133, 139],
    ['decided on the road', 146, 152],
    ['comes again, judging by', 158, 170],
    ['The last paragraph', 195, 202],
  ])

  const { text } = layoutText({ formatVersion, pages: [page] })

  const rows = text.trim().split('\n').slice(0, -2)
  expect(rows.map((row) => row.trimEnd())).toEqual([
    'The council decided',
    'before winter comes',
    'over its banks and',
    'the old stone arch',
    'the river rises over',
    'decided on the road',
    'comes again, judging by',
    '',
    'The last paragraph',
  ])
})
