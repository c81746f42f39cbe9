import type { Box } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { toGrey } from '../../images/grey-image.ts'
import { type Drawing, write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { findInk } from '../picture/find-ink.ts'
import { findRulings } from './find-rulings.ts'

const dpi = 150

async function rulesOf(draw: (drawing: Drawing) => void, rotate = 0): Promise<Box[]> {
  const image = await drawTextImage(draw, { dpi, rotate, pdf: { size: [560, 570] } })
  const toPoints = (pixels: number) => Math.round((pixels * 72) / dpi)
  return findRulings(await findInk(toGrey(image))).map((box) => box.map(toPoints) as unknown as Box)
}

const writeText = (drawing: Drawing) => {
  for (let line = 0; line < 10; line++)
    write(drawing, 'TOTAL — E F T H L, --- 1,240.00 ___ ILLUMINATION [H] {E}', 60, 60 + line * 20)
  drawing.fontSize(60)
  write(drawing, 'THE TITLE', 60, 300)
  drawing.fontSize(12)
}

test('letters, dashes, bars and bar codes are not rules', async () => {
  const rules = await rulesOf((drawing) => {
    writeText(drawing)
    drawing.rect(60, 400, 200, 30).fill()
    for (let bar = 0; bar < 30; bar++) drawing.rect(60 + bar * 4, 460, 1 + (bar % 3) / 2, 60).fill()
  })

  expect(rules).toEqual([])
})

test('the rules of a table are found where they are drawn, beside text', async () => {
  const rules = await rulesOf((drawing) => {
    writeText(drawing)
    drawing.lineWidth(0.75)
    for (const y of [400, 430, 460]) drawing.moveTo(60, y).lineTo(500, y).stroke()
    for (const x of [60, 300, 500]) drawing.moveTo(x, 400).lineTo(x, 460).stroke()
    write(drawing, 'Paper', 70, 408)
    write(drawing, '12.00', 310, 408)
  })

  const expectedRules = [
    [60, 400, 500, 400],
    [60, 430, 500, 430],
    [60, 460, 500, 460],
    [60, 400, 60, 460],
    [300, 400, 300, 460],
    [500, 400, 500, 460],
  ]
  expect(rules).toHaveLength(expectedRules.length)
  for (const box of expectedRules) expect(rules.some((rule) => isNear(rule, box))).toBe(true)
})

/** Compares edges with a tolerance of one point. */
function isNear(rule: Box, expectedBox: readonly number[]): boolean {
  return rule.every((edge, i) => Math.abs(edge - expectedBox[i]!) <= 1)
}

test('rules of a slightly skewed page stay whole', async () => {
  const rules = await rulesOf((drawing) => {
    writeText(drawing)
    for (const y of [500, 540]) drawing.moveTo(60, y).lineTo(500, y).stroke()
  }, 1)

  expect(rules).toHaveLength(2)
  for (const [x0, y0, x1, y1] of rules) {
    expect(x1 - x0).toBeGreaterThan(430)
    expect(y1 - y0).toBeLessThan(3)
  }
})
