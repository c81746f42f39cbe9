import type { Box } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { type Drawing, drawPdf, setOnPage } from '../../testing/draw-pdf.ts'
import { rawPage } from '../../testing/raw-pdf.ts'
import { readPdfPages } from '../../testing/read-pdf-pages.ts'

async function rulesOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<readonly Box[]> {
  const [reading] = await readPdfPages(bytes, { withRules: true })
  return reading!.page.rules!.map((box) => box.map(Math.round) as unknown as Box)
}

async function drawn(draw: (drawing: Drawing) => void): Promise<readonly Box[]> {
  return rulesOf(drawPdf(draw))
}

test('nobody who did not ask gets lines', async () => {
  const [reading] = await readPdfPages(drawPdf((d) => d.moveTo(50, 100).lineTo(300, 100).stroke()))

  expect(reading!.page).not.toHaveProperty('rules')
})

test('slanted lines, curves, blocks, specks and white lines are no ruling lines', async () => {
  const rules = await drawn((d) => {
    d.moveTo(50, 100).lineTo(300, 140).stroke()
    d.circle(200, 300, 60).stroke()
    d.rect(50, 400, 200, 60).fill('#dddddd')
    d.moveTo(50, 500).lineTo(53, 500).stroke('black')
    d.moveTo(50, 600).lineTo(300, 600).stroke('white')
    d.moveTo(50, 900).lineTo(300, 900).stroke('black')
  })

  expect(rules).toEqual([])
})

test('strokes and thin rectangles are lines where they are drawn', async () => {
  const rules = await drawn((d) => {
    d.lineWidth(2).moveTo(50, 100).lineTo(300, 100).stroke()
    d.lineWidth(2).moveTo(80, 150).lineTo(80, 400).stroke()
    d.rect(50, 500, 300, 1).fill('black')
  })

  expect(rules).toEqual([
    [50, 99, 300, 101],
    [50, 500, 350, 501],
    [79, 150, 81, 400],
  ])
})

test('the frames of neighbouring cells give each line once', async () => {
  const rules = await drawn((d) => {
    d.lineWidth(1)
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 4; column++)
        d.rect(50 + column * 100, 100 + row * 20, 100, 20).stroke()
  })

  expect(rules.filter(([x0, , x1]) => x1 - x0 > 300)).toHaveLength(4)
  expect(rules.filter(([, y0, , y1]) => y1 - y0 > 50)).toHaveLength(5)
  expect(rules).toHaveLength(9)
})

test('dashes are one line', async () => {
  const rules = await drawn((d) => {
    for (let x = 50; x < 300; x += 4)
      d.moveTo(x, 100)
        .lineTo(x + 3, 100)
        .stroke()
  })

  expect(rules).toHaveLength(1)
  expect(rules[0]).toMatchObject([50, 100, 301, 101])
})

test('dots are one line in the direction in which they follow each other', async () => {
  const rules = await drawn((d) => {
    for (let x = 50; x < 300; x += 2) for (const y of [100, 140]) d.rect(x, y, 1, 1).fill('black')
    for (let y = 100; y < 140; y += 2) for (const x of [50, 170]) d.rect(x, y, 1, 1).fill('black')
  })

  expect(rules).toEqual([
    [50, 100, 299, 101],
    [50, 140, 299, 141],
    [50, 100, 51, 141],
    [170, 100, 171, 141],
  ])
})

test('a turned page is measured as it is displayed', async () => {
  const rules = await drawn((d) => {
    setOnPage(d, { Rotate: 90 })
    d.lineWidth(2).moveTo(50, 100).lineTo(300, 100).stroke()
  })

  expect(rules).toEqual([[741, 50, 743, 300]])
})

test('lines inside form XObjects count, with the matrices of all that hold them', async () => {
  const form = (otherEntries: string, stream: string) => ({
    dictionary: `/Type/XObject/Subtype/Form/BBox[-1000 -1000 1000 1000]${otherEntries}`,
    stream,
  })
  const bytes = rawPage('q 2 0 0 2 100 100 cm /A Do Q', {
    resources: '/XObject<</A 6 0 R>>',
    more: [
      form('/Matrix[1 0 0 1 10 0]/Resources<</XObject<</B 7 0 R>>>>', '1 0 0 1 0 50 cm /B Do'),
      form('', '2 w 0 0 m 100 0 l S'),
    ],
  })

  // x: 100 + 2 · 10, 200 long; y: 100 + 2 · 50 from below; the pen of 2 points is 4 wide.
  expect(await rulesOf(bytes)).toEqual([[120, 598, 320, 602]])
})
