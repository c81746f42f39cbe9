import type { Reader } from '@recto/document-text/reader'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Drawing, write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { openPatientReader } from '../../testing/open-patient-reader.ts'

let reader: Reader

beforeAll(() => {
  reader = openPatientReader()
})

afterAll(() => reader.close())

const labels = ['Yes', 'On request', 'Owner', 'Other', 'Daily', 'Quarterly']

function drawForm(drawing: Drawing): void {
  drawing.fontSize(11)
  write(drawing, 'Kind of membership and residence of the applicant', 40, 20)
  for (const [i, label] of labels.entries()) {
    const top = 50 + i * 22
    drawing.lineWidth(0.8).rect(40, top, 8, 8).stroke()
    write(drawing, label, 51, top - 1.5)
    drawing.circle(204, top + 4, 4).stroke()
    write(drawing, label, 211, top - 1.5)
  }
  drawing.moveTo(41.5, 73.5).lineTo(46.5, 78.5).moveTo(46.5, 73.5).lineTo(41.5, 78.5).stroke()
  drawing.moveTo(41.5, 98).lineTo(44, 101).lineTo(51, 91).stroke()
  drawing.circle(204, 120, 2).fill()
}

async function linesOf(dpi: number, mode: 'auto' | 'form', rotate = 0) {
  const { pixels, width, height } = await drawTextImage(drawForm, {
    dpi,
    rotate,
    pdf: { size: [340, 200] },
  })
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } })
  const { pages } = await reader.read(
    await picture.withMetadata({ density: dpi }).png().toBuffer(),
    {
      mode,
    },
  )
  const { lines, words } = pages[0]!
  return lines.map(({ start, end }) =>
    words
      .slice(start, end)
      .map(({ text }) => text)
      .join(' '),
  )
}

test.each([
  [150, 'form', 0],
  [300, 'auto', 0],
  [200, 'form', 1.5],
] as const)(
  'labels beside small boxes keep their first letters at %i dpi, mode %s, tilted by %f degrees',
  async (dpi, mode, rotate) => {
    const lines = await linesOf(dpi, mode, rotate)

    expect(lines.slice(1)).toEqual([
      '[ ] Yes [ ] Yes',
      '[X] On request [ ] On request',
      '[X] Owner [ ] Owner',
      '[ ] Other [X] Other',
      '[ ] Daily [ ] Daily',
      '[ ] Quarterly [ ] Quarterly',
    ])
  },
)
