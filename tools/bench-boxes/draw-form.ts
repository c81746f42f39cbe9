/** Forms with check boxes and radio buttons whose places, states and labels are known. */
import { type Drawing, drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { drawBox } from './draw-box.ts'
import { paintDenseForm } from './draw-dense-form.ts'
import type { FormOptions, KnownBox } from './form-options.ts'
import {
  type BoxKind,
  boxKinds,
  type FormHalf,
  type FormLayout,
  layouts,
  type Vocabulary,
  vocabularies,
} from './wordings.ts'

export type Form = { readonly pdf: Uint8Array; readonly boxes: readonly KnownBox[] }

/** Points. */
export const pageSize = [440, 560] as const

const fonts: Readonly<Record<FormHalf, readonly string[]>> = {
  open: ['Helvetica', 'Times-Roman'],
  'held-out': ['Helvetica-Bold', 'Courier', 'Times-Italic'],
}

const left = 40
const right = pageSize[0] - 30

type Pen = FormOptions & {
  readonly drawing: Drawing
  readonly vocabulary: Vocabulary
  readonly boxes: KnownBox[]
  readonly font: string
  readonly labelSize: number
}

/** Paints a form on the first page and returns its boxes. */
export function paintForm(drawing: Drawing, options: FormOptions): readonly KnownBox[] {
  return options.isDense ? paintDenseForm(drawing, options) : paintRoomyForm(drawing, options)
}

function paintRoomyForm(drawing: Drawing, options: FormOptions): readonly KnownBox[] {
  const { half, random, side, isDigital } = options
  const boxes: KnownBox[] = []
  const vocabulary = random.pick(vocabularies[half])
  const font = random.pick(fonts[half])
  const labelSize = Math.min(12, Math.max(8, side + random.pick([0, 1, 2, 3])))
  const pen = { ...options, drawing, vocabulary, boxes, font, labelSize }
  if (isDigital) drawing.initForm()
  drawing.font('Helvetica-Bold').fontSize(14)
  drawing.text(vocabulary.title, left, 30, { lineBreak: false })
  let top = 66
  const kinds = boxKinds.filter((kind) => isDigital || kind !== 'field')
  for (const kind of random.shuffle(kinds)) top = drawGroup(pen, kind, top)
  return boxes
}

/** Draws a form as a PDF. */
export async function drawForm(options: FormOptions): Promise<Form> {
  let boxes: readonly KnownBox[] = []
  const draw = (drawing: Drawing) => {
    boxes = paintForm(drawing, options)
  }
  const pdf = await drawPdf(draw, { size: [...pageSize] })
  return { pdf, boxes }
}

/** Returns where the next group begins. */
function drawGroup(pen: Pen, kind: BoxKind, top: number): number {
  const { drawing, random, half, vocabulary, font, labelSize } = pen
  const layout = random.pick(layouts[half])
  const question = `${random.pick(vocabulary.questions)}:`
  const labels = random.shuffle(vocabulary.options).slice(0, 4)
  const tickedIndex = random.integer(labels.length)
  const isTicked = (index: number) =>
    kind === 'round' ? index === tickedIndex : random.next() < 0.4
  drawing.font(font).fontSize(labelSize).fillColor('black')
  drawing.text(question, left, top, { lineBreak: false })
  const step = Math.max(pen.side, labelSize) + 7
  const places = placeOptions(pen, layout, { question, labels, top, step })
  for (const [index, place] of places.entries())
    putOption(pen, { ...place, kind, isTicked: isTicked(index) })
  return Math.max(top, ...places.map(({ y }) => y)) + step + 8
}

type Place = Pick<Option, 'label' | 'x' | 'y' | 'isBefore'>

type Group = {
  readonly question: string
  readonly labels: readonly string[]
  readonly top: number
  readonly step: number
}

function placeOptions(pen: Pen, layout: FormLayout, group: Group): readonly Place[] {
  const { labels, top, step, question } = group
  const questionEnd = left + pen.drawing.widthOfString(question)
  switch (layout) {
    case 'list':
      return labels.map((label, i) => ({
        label,
        x: left + 12,
        y: top + step * (i + 1),
        isBefore: false,
      }))
    case 'table':
      return placeInTable(pen, labels, top + step)
    case 'beside':
      return placeInRows(pen, group, { x: questionEnd + 14, y: top, gap: 16, isBefore: false })
    default:
      return placeInRows(pen, group, {
        x: left + 6,
        y: top + step,
        gap: 22,
        isBefore: layout === 'labels-first',
      })
  }
}

type Row = {
  readonly x: number
  readonly y: number
  readonly gap: number
  readonly isBefore: boolean
}

function placeInRows(pen: Pen, { labels, step }: Group, row: Row): readonly Place[] {
  let { x, y } = row
  return labels.map((label) => {
    const width = pen.drawing.widthOfString(label) + pen.side + 8
    if (x + width > right) {
      x = left + 6
      y += step
    }
    const place = { label, x, y, isBefore: row.isBefore }
    x += width + row.gap
    return place
  })
}

/** Draws two columns of ruled cells, with a box in each. */
function placeInTable(
  { drawing, side, labelSize }: Pen,
  labels: readonly string[],
  top: number,
): readonly Place[] {
  const height = Math.max(side, labelSize) + 10
  const width = (right - left) / 2
  drawing.lineWidth(0.6).strokeColor('black')
  return labels.map((label, index) => {
    const x = left + (index % 2) * width
    const y = top + Math.floor(index / 2) * height
    drawing.rect(x, y, width, height).stroke()
    return { label, x: x + 6, y: y + (height - labelSize) / 2, isBefore: false }
  })
}

type Option = {
  readonly kind: BoxKind
  readonly label: string
  readonly x: number
  readonly y: number
  /** The label stands before its box. */
  readonly isBefore: boolean
  readonly isTicked: boolean
}

function putOption(pen: Pen, { kind, label, x, y, isBefore, isTicked }: Option): void {
  const { drawing, side, labelSize, font, random } = pen
  drawing.font(font).fontSize(labelSize)
  const width = drawing.widthOfString(label)
  const gap = random.pick([3, 4, 6])
  const boxLeft = isBefore ? x + width + gap : x
  // The middle of a box is that of the capitals beside it.
  const middle = y + labelSize * 0.45
  const place = { x: boxLeft, y: middle - side / 2, side }
  drawBox({ drawing, random, half: pen.half }, kind, place, isTicked)
  drawing.font(font).fontSize(labelSize).fillColor('black')
  const labelLeft = isBefore ? x : x + side + gap
  drawing.text(label, labelLeft, y, { lineBreak: false })
  pen.boxes.push({
    kind,
    isTicked,
    label,
    box: [place.x, place.y, place.x + side, place.y + side],
    labelBox: [labelLeft, y, labelLeft + width, y + labelSize],
  })
}
