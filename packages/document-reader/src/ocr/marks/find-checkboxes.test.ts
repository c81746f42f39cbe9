import { expect, test } from 'vitest'
import { toGrey } from '../../images/grey-image.ts'
import { type Drawing, write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { findInkOfBoxes, type InkMask } from '../picture/find-ink.ts'
import { findCheckboxes } from './find-checkboxes.ts'

const pdf = { size: [420, 420] } as const

/** Squares with lines of a pixel, fifty in a row. */
function drawSquares(rows: number): InkMask {
  const side = 12
  const pitch = 20
  const columns = 50
  const margin = 20
  const width = columns * pitch + 2 * margin
  const height = rows * pitch + 2 * margin
  const distanceIn = (position: number) => (position + pitch - margin) % pitch
  const isInSquares = (position: number, length: number) =>
    position >= margin && position < length - margin && distanceIn(position) < side
  const isSide = (position: number) => [0, side - 1].includes(distanceIn(position))
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return isInSquares(x, width) && isInSquares(y, height) && (isSide(x) || isSide(y)) ? 1 : 0
  })
  return { width, height, pixels }
}

async function boxesOf(draw: (drawing: Drawing) => void, dpi = 200, threshold = 0.3) {
  const image = await drawTextImage(draw, { dpi, pdf: { size: [...pdf.size] } })
  const { ink, faint } = await findInkOfBoxes(toGrey(image))
  return findCheckboxes(ink, threshold, faint).map(({ box, isChecked }) => {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2].map((index) => (index * 72) / dpi)
    return { x: Math.round(x!), y: Math.round(y!), isChecked }
  })
}

function drawBox(drawing: Drawing, x: number, y: number, side = 10): void {
  drawing.lineWidth(0.8).rect(x, y, side, side).stroke()
}

/** An H of 10 points with slabs that leave a gap of a point at the top and at the bottom. */
function drawCapitalWithSerifs(drawing: Drawing, x: number, y: number): void {
  for (const [left, top, width, height] of [
    [0, 0, 4.6, 1],
    [5.6, 0, 4.6, 1],
    [0, 9.2, 4.6, 1],
    [5.6, 9.2, 4.6, 1],
    [1, 0, 2.4, 10.2],
    [6.8, 0, 2.4, 10.2],
    [2, 4.4, 6, 1.2],
  ] as const)
    drawing.rect(x + left, y + top, width, height).fill()
}

function drawTable(drawing: Drawing): void {
  drawing.lineWidth(0.8)
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 5; column++)
      drawing.rect(20 + column * 14, 150 + row * 14, 14, 14).stroke()
}

function drawQrCorners(drawing: Drawing): void {
  const corners = [
    [250, 200],
    [320, 200],
    [250, 270],
  ] as const
  for (const [x, y] of corners) {
    drawing
      .lineWidth(3)
      .rect(x + 1.5, y + 1.5, 18, 18)
      .stroke()
    drawing.rect(x + 6, y + 6, 9, 9).fill()
  }
}

test('letters, solid squares, tables, cells for letters and QR corners are no check boxes', async () => {
  const boxes = await boxesOf((drawing) => {
    write(drawing, 'ODQ0 8B DO O D 0 6 ODD BOB HUB [] {} () QOO oo 00 LOOP E F', 20, 20)
    drawing.font('Courier').fontSize(10)
    write(drawing, 'O D 0 B Q [ ] I H N U M W', 20, 50)
    drawing.font('Helvetica').fontSize(24)
    write(drawing, 'O D B 0 8 Q', 20, 80)
    for (const x of [20, 40, 60]) drawing.rect(x, 120, 10, 10).fill()
    drawTable(drawing)
    for (let i = 0; i < 6; i++) drawBox(drawing, 150 + i * 12, 150)
    drawQrCorners(drawing)
  })

  expect(boxes).toEqual([])
})

test.each([150, 200, 300])(
  'boxes are found empty, crossed, ticked and filled at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      for (let i = 0; i < 5; i++) {
        drawBox(drawing, 20, 20 + i * 30)
        write(drawing, 'Yes, I agree to the terms', 36, 20 + i * 30)
      }
      drawing.lineWidth(1.2)
      drawing.moveTo(22, 52).lineTo(28, 58).moveTo(28, 52).lineTo(22, 58).stroke()
      // A tick drawn by hand leaves its box.
      drawing.moveTo(22, 85).lineTo(25, 89).lineTo(34, 76).stroke()
      drawing.rect(22, 112, 6, 6).fill()
      drawing.moveTo(20, 140).lineTo(30, 150).moveTo(30, 140).lineTo(20, 150).stroke()
    }, dpi)

    expect(boxes).toEqual([
      { x: 25, y: 25, isChecked: false },
      { x: 25, y: 55, isChecked: true },
      { x: 25, y: 85, isChecked: true },
      { x: 25, y: 115, isChecked: true },
      { x: 25, y: 145, isChecked: true },
    ])
  },
)

test('a box in the corner of a table cell is found', async () => {
  const boxes = await boxesOf((drawing) => {
    drawing.lineWidth(0.8).rect(20, 20, 200, 30).stroke().rect(20, 50, 200, 30).stroke()
    drawBox(drawing, 26, 30)
    write(drawing, 'Married', 44, 30)
  })

  expect(boxes).toEqual([{ x: 31, y: 35, isChecked: false }])
})

test.each([150, 300])(
  'boxes with round corners, and signs with a shadow, are found in their states at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      for (let i = 0; i < 4; i++) {
        drawing
          .lineWidth(1)
          .roundedRect(20, 20 + i * 30, 11, 11, 3)
          .stroke()
        drawing.font('ZapfDingbats').fontSize(15).fillColor('black')
        drawing.text('q', 199.5, 30.5 + i * 30, { lineBreak: false, baseline: 'alphabetic' })
        drawing.font('Helvetica').fontSize(11)
        write(drawing, 'by post', 40, 20 + i * 30)
        write(drawing, 'on Mondays', 220, 20 + i * 30)
      }
      drawing.lineWidth(1.2)
      for (const left of [20, 200]) {
        drawing.moveTo(left + 3, 53).lineTo(left + 8, 58)
        drawing
          .moveTo(left + 8, 53)
          .lineTo(left + 3, 58)
          .stroke()
        drawing
          .moveTo(left + 2, 86)
          .lineTo(left + 4, 89)
          .lineTo(left + 8, 82)
          .stroke()
      }
    }, dpi)
    const statesFrom = (minX: number, maxX: number) =>
      boxes.filter(({ x }) => x > minX && x < maxX).map(({ isChecked }) => isChecked)

    expect(boxes).toHaveLength(8)
    expect(statesFrom(20, 32)).toEqual([false, true, true, false])
    expect(statesFrom(198, 212)).toEqual([false, true, true, false])
  },
)

test.each([150, 300])(
  'marks that leave boxes with round corners, or touch a shadow, are found at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      for (const y of [20, 50]) {
        drawing.lineWidth(1).roundedRect(20, y, 14, 14, 2).stroke()
        drawing.font('ZapfDingbats').fontSize(15).fillColor('black')
        drawing.text('q', 199.5, y + 10.5, { lineBreak: false, baseline: 'alphabetic' })
        drawing.font('Helvetica').fontSize(11)
        write(drawing, 'by post', 46, y)
        write(drawing, 'on Mondays', 220, y)
      }
      drawing.lineWidth(1.4).moveTo(22, 56).lineTo(26, 62).lineTo(37.5, 46).stroke()
      drawing.font('ZapfDingbats').fontSize(10).fillColor('black')
      drawing.text('8', 200.5, 59.8, { lineBreak: false, baseline: 'alphabetic' })
    }, dpi)
    const stateOf = (x: number, y: number) =>
      boxes.find((box) => Math.abs(box.x - x) < 8 && Math.abs(box.y - y) < 8)?.isChecked

    expect(boxes).toHaveLength(4)
    expect([stateOf(27, 27), stateOf(27, 57)]).toEqual([false, true])
    expect([stateOf(205, 25), stateOf(205, 55)]).toEqual([false, true])
  },
)

test('large letters in columns, and a single sign with round corners, are no boxes', async () => {
  const boxes = await boxesOf((drawing) => {
    for (let i = 0; i < 12; i++)
      write(drawing, 'usual text of the page, in small letters', 200, 20 + i * 20)
    for (const [i, font] of ['Helvetica', 'Helvetica-Bold', 'Times-Bold', 'Courier-Bold'].entries())
      for (const [row, letter] of [...'BBDD008HHEQ'].entries())
        drawing
          .font(font)
          .fontSize(18)
          .text(letter, 20 + i * 45, 20 + row * 26, { lineBreak: false })
    drawing.lineWidth(1).roundedRect(300, 300, 12, 12, 3).stroke()
    drawing.circle(306, 306, 3).stroke()
  })

  expect(boxes).toEqual([])
})

test('radio buttons are found, and letters O are not', async () => {
  const boxes = await boxesOf((drawing) => {
    for (const y of [26, 56]) {
      drawing.lineWidth(0.8).circle(26, y, 6).stroke()
      write(drawing, 'O or 0: One of OOO options', 40, y - 5)
    }
    drawing.circle(26, 56, 3).fill()
  })

  expect(boxes).toEqual([
    { x: 26, y: 26, isChecked: false },
    { x: 26, y: 56, isChecked: true },
  ])
})

test.each([150, 200])(
  'boxes of 21 x 26 pixels, thin, grey and broken ones are found at %i dpi',
  async (dpi) => {
    const pixels = (count: number) => (count * 72) / dpi
    const boxes = await boxesOf((drawing) => {
      for (let i = 0; i < 4; i++) write(drawing, 'Yes, I agree to the terms', 60, 20 + i * 30)
      drawing
        .lineWidth(pixels(1.5))
        .rect(25 - pixels(10.5), 25 - pixels(13), pixels(21), pixels(26))
        .stroke()
      drawing.lineWidth(0.3).rect(20.3, 50.3, 10, 10).stroke()
      drawing.lineWidth(0.5).strokeColor('#999').rect(20, 80, 10, 10).stroke()
      drawing
        .lineWidth(0.8)
        .strokeColor('black')
        .dash(pixels(8), { space: pixels(1.5) })
        .rect(20, 110, 10, 10)
        .stroke()
    }, dpi)

    expect(boxes).toEqual([25, 55, 85, 115].map((y) => ({ x: 25, y, isChecked: false })))
  },
)

test('an empty box is empty at any threshold, and a threshold above a mark leaves it out', async () => {
  const draw = (drawing: Drawing) => {
    for (let i = 0; i < 2; i++) {
      drawBox(drawing, 20, 20 + i * 30)
      write(drawing, 'Yes, I agree to the terms', 36, 20 + i * 30)
    }
    drawing.lineWidth(0.7).moveTo(23, 55).lineTo(25, 57).lineTo(28, 52).stroke()
  }
  const statesAt = async (threshold: number) =>
    (await boxesOf(draw, 200, threshold)).map(({ isChecked }) => isChecked)

  expect(await statesAt(0)).toEqual([false, true])
  expect(await statesAt(0.3)).toEqual([false, true])
  expect(await statesAt(1)).toEqual([false, false])
})

test.each([150, 200, 300])(
  'boxes no larger than capitals, and hair-thin circles close below each other, are found in rows and columns at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      drawing.fontSize(9)
      for (let i = 0; i < 4; i++) {
        drawing
          .lineWidth(0.6)
          .rect(20, 20 + i * 12, 6, 6)
          .stroke()
        write(drawing, 'Known allergy', 29, 18.5 + i * 12)
        drawing
          .lineWidth(0.4)
          .circle(208, 26 + i * 17, 8)
          .stroke()
        write(drawing, 'Quit in 2019', 220, 21.5 + i * 17)
      }
      drawing.lineWidth(0.8).moveTo(20, 44).lineTo(26, 50).moveTo(26, 44).lineTo(20, 50).stroke()
      drawing.circle(208, 43, 4).fill()
    }, dpi)
    const inOrder = boxes.toSorted((a, b) => a.x - b.x || a.y - b.y)

    expect(inOrder).toEqual([
      ...[23, 35, 47, 59].map((y) => ({ x: 23, y, isChecked: y === 47 })),
      ...[26, 43, 60, 77].map((y) => ({ x: 208, y, isChecked: y === 43 })),
    ])
  },
)

test('wide digits of a column of amounts, with square shoulders, are no boxes', async () => {
  const drawWideZero = (drawing: Drawing, x: number, y: number) =>
    drawing.lineWidth(1.6).roundedRect(x, y, 8, 8, 1.6).stroke()
  const boxes = await boxesOf((drawing) => {
    drawing.fontSize(11)
    for (let i = 0; i < 6; i++) {
      write(drawing, 'Cash payment', 40, 20 + i * 20)
      write(drawing, '142.', 188, 20 + i * 20)
      for (const x of [210, 220]) drawWideZero(drawing, x, 20.5 + i * 20)
    }
  })

  expect(boxes).toEqual([])
})

test('a page with more than 2,000 squares is a pattern and has no boxes', () => {
  const countOf = (rows: number) => findCheckboxes(drawSquares(rows), 0.3).length

  expect(countOf(40)).toBe(2_000)
  expect(countOf(41)).toBe(0)
})

test.each([100, 150, 200])(
  'capitals with serifs that nearly meet are no crossed boxes beside real ones at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      drawing.fontSize(10)
      for (let row = 0; row < 12; row++) {
        const y = 20 + row * 24
        drawBox(drawing, 20, y)
        write(drawing, 'usual text of the page', 40, y)
        drawCapitalWithSerifs(drawing, 250, y)
      }
    }, dpi)

    expect(boxes).toEqual(
      Array.from({ length: 12 }, (_, row) => ({ x: 25, y: 25 + row * 24, isChecked: false })),
    )
  },
)

test.each([150, 250])(
  'a column of round letters O is no group of radio buttons at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      drawing.fontSize(10)
      for (let row = 0; row < 14; row++) {
        write(drawing, 'usual text of the page', 20, 20 + row * 24)
        drawing
          .lineWidth(1.28)
          .ellipse(250, 25 + row * 24, 4.4, 4.4)
          .stroke()
      }
    }, dpi)

    expect(boxes).toEqual([])
  },
)

test.each([150, 250])('boxes whose outlines touch are found one by one at %i dpi', async (dpi) => {
  const boxes = await boxesOf((drawing) => {
    drawing.fontSize(10)
    for (let row = 0; row < 5; row++) {
      const y = 20 + row * 14
      drawing.lineWidth(1.5).strokeColor('#444').rect(20, y, 12.5, 12.5).stroke()
      if (row % 2 === 0) write(drawing, 'X', 22.5, y + 1.5)
      write(drawing, 'Option of the list', 38, y + 2)
      drawing.circle(226, y + 6.5, 6.3).stroke()
      if (row === 1) drawing.circle(226, y + 6.5, 3).fill('black')
      write(drawing, 'Only one of these', 240, y + 2)
    }
  }, dpi)
  const statesFrom = (minX: number, maxX: number) =>
    boxes.filter(({ x }) => x > minX && x < maxX).map(({ isChecked }) => isChecked)

  expect(statesFrom(20, 32)).toEqual([true, false, true, false, true])
  expect(statesFrom(220, 232)).toEqual([false, true, false, false, false])
  expect(boxes).toHaveLength(10)
})

test('circles behind texts of different lengths are radio buttons', async () => {
  const boxes = await boxesOf((drawing) => {
    for (const [row, label] of ['Yes', 'Perhaps later', 'Never again', 'Unknown'].entries()) {
      const y = 20 + row * 16
      drawing.fontSize(10)
      write(drawing, label, 20, y)
      const x = 20 + drawing.widthOfString(label) + 8
      drawing
        .lineWidth(0.7)
        .circle(x, y + 5, 3.6)
        .stroke()
    }
    for (let row = 5; row < 12; row++) write(drawing, 'usual text of the page', 20, 20 + row * 16)
  })

  expect(boxes.map(({ isChecked }) => isChecked)).toEqual([false, false, false, false])
})

test('square cells of a table, and digits 8 one below another, are no boxes that touch', async () => {
  const boxes = await boxesOf((drawing) => {
    drawing.fontSize(10).lineWidth(0.8)
    for (let row = 0; row < 6; row++) {
      const y = 20 + row * 14
      drawing.rect(20, y, 14, 14).rect(34, y, 100, 14).stroke()
      write(drawing, 'a line of the table', 38, y + 3)
      drawing.font('Helvetica').fontSize(22)
      write(drawing, '8', 200, 20 + row * 16)
      drawing.fontSize(10)
      write(drawing, 'eights', 220, 26 + row * 16)
    }
  })

  expect(boxes).toEqual([])
})

test.each([150, 300])(
  'boxes with numbers and days of a calendar are no check boxes, and boxes with the same mark are, at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      for (let row = 0; row < 6; row++) {
        const y = 20 + row * 22
        for (const [x, sign] of [
          [20, 'X'],
          [150, String(row + 1)],
          [280, 'ABCDEF'[row]!],
        ] as const) {
          drawBox(drawing, x, y, 14)
          drawing.fontSize(10)
          const width = drawing.widthOfString(sign)
          write(drawing, sign, x + 7 - width / 2, y + 3)
          write(drawing, 'Name of the owner', x + 22, y + 3)
        }
      }
    }, dpi)

    expect(boxes).toEqual(
      Array.from({ length: 6 }, (_, row) => ({ x: 27, y: 27 + row * 22, isChecked: true })),
    )
  },
)

test.each([150, 300])(
  'letters O that are larger than the text before them are no radio buttons at %i dpi',
  async (dpi) => {
    const boxes = await boxesOf((drawing) => {
      for (let row = 0; row < 16; row++)
        for (const [x, font] of [
          [20, 'Times-Roman'],
          [220, 'Helvetica'],
        ] as const) {
          const label = ['Blood group', 'Type of donor', 'Rhesus', 'Factor'][row % 4]!
          drawing.font('Helvetica').fontSize(9)
          write(drawing, label, x, 20 + row * 20)
          const end = x + drawing.widthOfString(`${label} `)
          drawing.font(font).fontSize(13)
          write(drawing, 'O', end + 2, 17 + row * 20)
        }
    }, dpi)

    expect(boxes).toEqual([])
  },
)

test('the lower end of a column of a hundred cells is no stack of boxes', () => {
  const pitch = 11
  const cells = 100
  const width = 400
  const height = cells * pitch + 60
  const pixels = new Uint8Array(width * height)
  const fill = (left: number, top: number, right: number, bottom: number) => {
    for (let y = top; y < bottom; y++) pixels.fill(1, y * width + left, y * width + right)
  }
  fill(20, 20, 21, 21 + cells * pitch)
  fill(20 + pitch, 20, 21 + pitch, 21 + cells * pitch)
  for (let i = 0; i <= cells; i++) {
    const y = 20 + i * pitch
    fill(20, y, 21 + pitch, y + 1)
    // Each cell has a word beside it.
    if (i < cells) for (let x = 40; x < 80; x += 6) fill(x, y + 3, x + 2, y + 9)
  }

  expect(findCheckboxes({ width, height, pixels }, 0.3)).toEqual([])
})

test.each([150, 300])('a bold letter B is no pair of boxes at %i dpi', async (dpi) => {
  const boxes = await boxesOf((drawing) => {
    for (let i = 0; i < 12; i++) write(drawing, 'usual text of the page', 200, 20 + i * 20)
    for (const [i, size] of [14, 16, 18, 20, 24, 28].entries())
      for (const [row, text] of ['B0D', 'B A', 'B'].entries())
        drawing
          .font('Times-Bold')
          .fontSize(size)
          .text(text, 20 + (row % 2) * 90, 20 + i * 44 + row * 8, { lineBreak: false })
  }, dpi)

  expect(boxes).toEqual([])
})
