/** Forms whose boxes stand close together, in columns, cells and sentences, before or behind their labels. */
import { existsSync } from 'node:fs'
import type { Drawing } from '@recto/document-reader/testing/draw-pdf'
import { type DenseLayout, denseFonts, denseLayouts, denseVocabularies } from './dense-wordings.ts'
import { type BoxLook, drawDenseBox, pickBoxLook } from './draw-dense-box.ts'
import type { FormOptions, KnownBox } from './form-options.ts'
import { type BoxKind, boxKinds, type Vocabulary } from './wordings.ts'

const left = 36
const width = 370

type Pen = FormOptions & {
  readonly drawing: Drawing
  readonly vocabulary: Vocabulary
  readonly boxes: KnownBox[]
  readonly font: string
  readonly labelSize: number
}

type Group = {
  readonly kind: BoxKind
  readonly look: BoxLook
  readonly labels: readonly string[]
  readonly question: string
  readonly top: number
  readonly isTicked: (index: number) => boolean
}

type Placer = (pen: Pen, group: Group) => number

const placers: Readonly<Record<DenseLayout, Placer>> = {
  columns: (pen, group) => placeInColumns(pen, group, 2),
  'three-columns': (pen, group) => placeInColumns(pen, group, 3),
  tight: (pen, group) => {
    const step = Math.max(pen.side + 2, pen.labelSize * 1.15)
    for (const [i] of group.labels.entries())
      putOption(pen, group, i, { x: left + 8, y: group.top + pen.labelSize * 1.3 + step * i })
    return group.top + pen.labelSize * 1.3 + step * group.labels.length
  },
  indented: (pen, group) => {
    const step = Math.max(pen.side, pen.labelSize) + 4
    for (const [i] of group.labels.entries())
      putOption(pen, group, i, { x: left + 8 + (i % 2) * 24, y: group.top + step * (i + 1) })
    return group.top + step * (group.labels.length + 1)
  },
  ruled: (pen, group) => placeInCells(pen, group, { columns: 1 }),
  grid: (pen, group) => placeInCells(pen, group, { columns: 2 }),
  trailing: (pen, group) =>
    placeInRows(
      pen,
      { ...group, top: rowBelow(pen, group) },
      {
        x: left,
        gap: 18,
        isBehind: true,
      },
    ),
  'trailing-list': (pen, group) => {
    const step = Math.max(pen.side, pen.labelSize) + 4
    for (const [i] of group.labels.entries())
      putOption(pen, group, i, { x: left + 8, y: group.top + step * (i + 1), isBehind: true })
    return group.top + step * (group.labels.length + 1)
  },
  sentence: (pen, group) => {
    const { drawing, labelSize } = pen
    const lead = `${group.question}:`
    drawing.text(lead, left, group.top, { lineBreak: false })
    const x = left + drawing.widthOfString(lead) + labelSize * 0.8
    return placeInRows(pen, group, { x, gap: labelSize, isBehind: false })
  },
}

/** Paints a dense form on the first page and returns its boxes. */
export function paintDenseForm(drawing: Drawing, options: FormOptions): readonly KnownBox[] {
  const { half, random, side } = options
  const vocabulary = random.pick(denseVocabularies[half])
  const isThere = (font: string) => !font.startsWith('/') || existsSync(font)
  const font = random.pick(denseFonts[half].filter(isThere))
  const labelSize = Math.min(12, Math.max(8, side + random.pick([0, 1, 2, 3])))
  const boxes: KnownBox[] = []
  const pen = { ...options, drawing, vocabulary, boxes, font, labelSize }
  drawing.font(font).fontSize(13).fillColor('black')
  drawing.text(vocabulary.title, left, 26, { lineBreak: false })
  let top = 54
  for (const kind of random.shuffle(boxKinds.filter((name) => name !== 'field')))
    top = drawGroup(pen, kind, top)
  return boxes
}

function drawGroup(pen: Pen, kind: BoxKind, top: number): number {
  const { random, half, vocabulary, drawing } = pen
  const labels = random.shuffle(vocabulary.options).slice(0, pen.side > 11 ? 4 : 5)
  const tickedIndex = random.integer(labels.length)
  const states = labels.map((_, i) => (kind === 'round' ? i === tickedIndex : random.next() < 0.4))
  const question = random.pick(vocabulary.questions)
  const layout = random.pick(denseLayouts[half])
  const look = pickBoxLook(half, random)
  const group = { kind, look, labels, question, top, isTicked: (i: number) => states[i]! }
  setFont(pen)
  if (layout !== 'sentence') drawing.text(question, left, top, { lineBreak: false })
  return placers[layout](pen, group) + 12
}

function rowBelow({ side, labelSize }: Pen, { top }: Group): number {
  return top + Math.max(side, labelSize) + 4
}

function placeInColumns(pen: Pen, group: Group, count: number): number {
  const step = Math.max(pen.side, pen.labelSize) + 4
  const rows = Math.ceil(group.labels.length / count)
  for (const [i] of group.labels.entries()) {
    const column = Math.floor(i / rows)
    const x = left + 8 + (column * width) / count
    putOption(pen, group, i, { x, y: group.top + step * ((i % rows) + 1) })
  }
  return group.top + step * (rows + 1)
}

/** Rows with a cell for the box, one for its label and one with a number. */
function placeInCells(pen: Pen, group: Group, { columns }: { columns: number }): number {
  const { drawing, side, labelSize, random } = pen
  const height = Math.max(side, labelSize) + 5
  const boxWidth = side + 8
  const cellWidth = width / columns - 6
  const top = rowBelow(pen, group)
  for (const [i] of group.labels.entries()) {
    const x = left + (i % columns) * (width / columns)
    const y = top + Math.floor(i / columns) * height
    drawing.lineWidth(0.6).strokeColor('black')
    drawing.rect(x, y, boxWidth, height).stroke()
    drawing.rect(x + boxWidth, y, cellWidth - boxWidth - 40, height).stroke()
    drawing.rect(x + cellWidth - 40, y, 40, height).stroke()
    setFont(pen)
    const textTop = y + (height - labelSize) / 2
    drawing.text(`${10 + random.integer(80)}.50`, x + cellWidth - 36, textTop, { lineBreak: false })
    putOption(pen, group, i, { x: x + 4, y: textTop, gap: 8 })
  }
  return top + Math.ceil(group.labels.length / columns) * height
}

type Row = { readonly x: number; readonly gap: number; readonly isBehind: boolean }

function placeInRows(pen: Pen, group: Group, row: Row): number {
  setFont(pen)
  const step = Math.max(pen.side, pen.labelSize) + 4
  let { x } = row
  let y = group.top
  for (const [i, label] of group.labels.entries()) {
    const optionWidth = pen.drawing.widthOfString(label) + pen.side + 5
    if (x + optionWidth > left + width) {
      x = left
      y += step
    }
    putOption(pen, group, i, { x, y, isBehind: row.isBehind })
    x += optionWidth + row.gap
  }
  return y + step
}

function setFont({ drawing, font, labelSize }: Pen): void {
  drawing.font(font).fontSize(labelSize).fillColor('black')
}

type Place = {
  readonly x: number
  readonly y: number
  readonly isBehind?: boolean
  readonly gap?: number
}

function putOption(
  pen: Pen,
  { kind, look, labels, isTicked }: Group,
  index: number,
  { x, y, isBehind = false, gap = pen.labelSize * 0.35 }: Place,
): void {
  const { drawing, side, labelSize } = pen
  const label = labels[index]!
  setFont(pen)
  const labelWidth = drawing.widthOfString(label)
  const labelLeft = isBehind ? x : x + side + gap
  const box = { x: isBehind ? x + labelWidth + gap : x, y: y + labelSize * 0.5 - side / 2, side }
  drawing.text(label, labelLeft, y + labelSize * 0.86, { lineBreak: false, baseline: 'alphabetic' })
  drawDenseBox(drawing, look, { ...box, kind, isTicked: isTicked(index) })
  pen.boxes.push({
    kind,
    isTicked: isTicked(index),
    label,
    box: [box.x, box.y, box.x + side, box.y + side],
    labelBox: [labelLeft, y, labelLeft + labelWidth, y + labelSize],
  })
}
