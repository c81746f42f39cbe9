import { layoutText } from '@recto/document-text/layout/layout-text'
import { formatVersion } from '@recto/document-text/model'
import type { Reader } from '@recto/document-text/reader'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReader } from '../../open-reader.ts'
import { type Drawing, drawPdf, write } from '../../testing/draw-pdf.ts'

let reader: Reader

beforeAll(() => {
  reader = openReader()
})

afterAll(() => reader.close())

type Mode = 'auto' | 'native_text' | 'high_quality'

async function linesOf(draw: (drawing: Drawing) => void, mode: Mode = 'auto') {
  const { pages } = await reader.read(await drawPdf(draw), { mode })
  const { text } = layoutText({ formatVersion, pages })
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll(/ {2,}/g, '  '))
    .filter((line) => line !== '' && line !== '<<<')
}

const drawBox = (drawing: Drawing, x: number, y: number, side = 10) =>
  drawing.lineWidth(0.8).rect(x, y, side, side).stroke()

const writeSign = (drawing: Drawing, sign: string, x: number, y: number) => {
  drawing.font('ZapfDingbats').text(sign, x, y, { lineBreak: false, baseline: 'alphabetic' })
  drawing.font('Helvetica')
}

describe('drawn boxes of a digital page', () => {
  test('are found where they nearly touch below each other', async () => {
    const lines = await linesOf((d) => {
      for (const [i, label] of ['Latex', 'Pollen', 'Nuts', 'Milk'].entries()) {
        d.lineWidth(1.2)
          .rect(50, 50 + i * 14, 12, 12)
          .stroke()
        if (i % 2 === 1) write(d, 'X', 52, 51 + i * 14)
        write(d, label, 70, 51 + i * 14)
      }
    })

    expect(lines).toEqual(['[ ] Latex', '[X] Pollen', '[ ] Nuts', '[X] Milk'])
  })

  test('are found in cells hardly larger than they are, ticked by letters too', async () => {
    const lines = await linesOf((d) => {
      for (const [i, label] of ['Latex', 'Pollen', 'Nuts', 'Milk'].entries()) {
        const top = 50 + i * 14
        d.lineWidth(0.6).rect(50, top, 15, 14).rect(65, top, 120, 14).stroke()
        drawBox(d, 53.5, top + 3, 8)
        d.fontSize(8)
        if (i % 2 === 1) write(d, 'X', 54.8, top + 3.6)
        write(d, label, 70, top + 3.6)
      }
    })

    expect(lines).toEqual(['[ ]  Latex', '[X]  Pollen', '[ ]  Nuts', '[X]  Milk'])
  })

  test('are marked by what is inside them: a letter, a stroke, a block', async () => {
    const lines = await linesOf((d) => {
      for (const [i, label] of ['Empty', 'Letter', 'Tick', 'Corners', 'Block'].entries()) {
        drawBox(d, 50, 50 + i * 30)
        write(d, label, 66, 50 + i * 30)
      }
      write(d.fontSize(9), 'X', 52, 81.5)
      d.moveTo(52, 115).lineTo(55, 118).lineTo(62, 106).stroke()
      d.moveTo(50, 140).lineTo(60, 150).moveTo(60, 140).lineTo(50, 150).stroke()
      d.rect(52, 172, 6, 6).fill()
    })

    expect(lines).toEqual(['[ ] Empty', '[X] Letter', '[X] Tick', '[X] Corners', '[X] Block'])
  })

  test('are found as four single lines, with round corners, and as frames that are filled', async () => {
    const lines = await linesOf((d) => {
      d.lineWidth(0.8)
      d.moveTo(50, 50).lineTo(60, 50).moveTo(60, 50).lineTo(60, 60)
      d.moveTo(60, 60).lineTo(50, 60).moveTo(50, 60).lineTo(50, 50).stroke()
      d.roundedRect(50, 80, 10, 10, 2).stroke()
      d.rect(50, 110, 10, 10).rect(51, 111, 8, 8).fill('black', 'even-odd')
      d.rect(50, 140, 10, 10).fill('black').rect(51, 141, 8, 8).fill('white').fill('black')
      for (const y of [50, 80, 110, 140]) write(d, 'Agreed', 66, y)
    })

    expect(lines).toEqual(['[ ] Agreed', '[ ] Agreed', '[ ] Agreed', '[ ] Agreed'])
  })

  test('are radio buttons where they are round', async () => {
    const lines = await linesOf((d) => {
      for (const [x, label] of [
        [50, 'public'],
        [130, 'private'],
      ] as const) {
        d.lineWidth(0.8)
          .circle(x + 5, 55, 5)
          .stroke()
        write(d, label, x + 15, 50)
      }
      d.circle(135, 55, 2.5).fill()
    })

    expect(lines).toEqual(['[ ] public  [X] private'])
  })

  test('are signs of a font, on their own or with a mark over them', async () => {
    const lines = await linesOf((d) => {
      writeSign(d, 'o', 50, 60)
      write(d, 'the newsletter', 66, 51)
      writeSign(d, 'o', 50, 90)
      writeSign(d, '8', 51, 89)
      write(d, 'the terms', 66, 81)
    })

    expect(lines).toEqual(['[ ] the newsletter', '[X] the terms'])
  })

  test('stand before their label, also where the form has them behind', async () => {
    const lines = await linesOf((d) => {
      write(d, 'Insured: Yes', 50, 50)
      drawBox(d, 124, 50)
      write(d, 'No', 160, 50)
      drawBox(d, 180, 50)
      d.moveTo(182, 52).lineTo(188, 58).moveTo(188, 52).lineTo(182, 58).stroke()
    })

    expect(lines).toEqual(['Insured: [ ] Yes  [X] No'])
  })

  test('are no cells, legends, bullets or frames of letters', async () => {
    const lines = await linesOf((d) => {
      for (let i = 0; i < 6; i++) drawBox(d, 50 + i * 13, 50, 12)
      for (let i = 0; i < 4; i++)
        for (let row = 0; row < 3; row++) drawBox(d, 200 + i * 12, 50 + row * 12, 12)
      d.rect(50, 120, 9, 9).fill('#36c').fill('black')
      write(d, 'Series of a chart', 66, 120)
      writeSign(d, 'n', 50, 160)
      write(d, 'An item of a list', 66, 151)
      writeSign(d, 'l', 50, 190)
      write(d, 'Another item', 66, 181)
      drawBox(d, 50, 210, 14)
      write(d, '7', 54, 211)
      write(d, 'Number of the box', 70, 211)
    })

    expect(lines).toEqual([
      'Series of a chart',
      expect.stringMatching(/^\S An item of a list$/),
      expect.stringMatching(/^\S Another item$/),
      '7 Number of the box',
    ])
  })

  test('are signs like others in the modes without check boxes', async () => {
    const draw = (d: Drawing) => {
      drawBox(d, 50, 50)
      write(d, 'X', 51, 50)
      write(d, 'Married', 66, 50)
    }

    expect(await linesOf(draw, 'native_text')).toEqual([expect.stringMatching(/^X +Married$/)])
    expect(await linesOf(draw, 'high_quality')).toEqual([expect.stringMatching(/^X +Married$/)])
    expect(await linesOf(draw)).toEqual(['[X] Married'])
  })

  test('are a pattern where there are a hundred thousand of them', async () => {
    const lines = await linesOf((d) => {
      write(d, 'Squared paper', 50, 20)
      for (let i = 0; i < 100_000; i++) d.rect((i % 400) * 1.4, 40 + Math.floor(i / 400) * 3, 6, 6)
      d.stroke()
    })

    expect(lines).toEqual(['Squared paper'])
  })
})
