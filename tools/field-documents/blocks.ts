import type { Ink, Sheet } from './sheet.ts'

/** A label and the text that is printed with it. */
export type LabelledText = { readonly label: string; readonly text: string }

/** Top left corner of a block; every function that draws a block returns its lower edge. */
export type BlockCorner = { readonly x: number; readonly y: number }

export function lines(
  sheet: Sheet,
  texts: readonly string[],
  { x, y }: BlockCorner,
  ink: Ink = {},
): number {
  const step = (ink.size ?? 9) * 1.35
  for (const [i, text] of texts.entries()) sheet.text(text, x, y + i * step, ink)
  return y + texts.length * step
}

/** Draws pairs as `Label: value`, one below the other. */
export function inlinePairs(
  sheet: Sheet,
  pairs: readonly LabelledText[],
  corner: BlockCorner,
  ink: Ink = {},
): number {
  return lines(
    sheet,
    pairs.map((pair) => inline(pair)),
    corner,
    ink,
  )
}

export function inline({ label, text }: LabelledText): string {
  if (label === '') return text
  return /[:#?]$/.test(label) ? `${label} ${text}` : `${label}: ${text}`
}

/** Draws labels in one column and values in another. */
export function columnPairs(
  sheet: Sheet,
  pairs: readonly LabelledText[],
  { x, y }: BlockCorner,
  style: {
    readonly valueX: number
    readonly align?: 'left' | 'right'
    readonly ending?: string
    readonly size?: number
    readonly lineSpacing?: number
    /** Whether dots fill the space before the value. */
    readonly hasDots?: boolean
    readonly isLastBold?: boolean
  },
): number {
  const { valueX, align = 'left', ending = '', size = 9, lineSpacing = 1.45 } = style
  for (const [i, { label, text }] of pairs.entries()) {
    const top = y + i * size * lineSpacing
    const ink = { size, isBold: style.isLastBold === true && i === pairs.length - 1 }
    sheet.text(`${label}${ending}`, x, top, ink)
    sheet.text(text, valueX, top, { ...ink, align })
    if (style.hasDots !== true) continue
    const from = x + sheet.widthOf(`${label}${ending} `, ink)
    const to = valueX - (align === 'right' ? sheet.widthOf(` ${text}`, ink) : 4)
    const dots = Math.floor((to - from) / sheet.widthOf('.', ink)) - 1
    if (dots > 2) sheet.text('.'.repeat(dots), from, top, ink)
  }
  return y + pairs.length * size * lineSpacing
}

/** Draws small labels above their values, in several columns. */
export function stackedPairs(
  sheet: Sheet,
  pairs: readonly LabelledText[],
  { x, y }: BlockCorner,
  style: {
    readonly columns: number
    readonly width: number
    readonly isFramed?: boolean
    readonly size?: number
  },
): number {
  const step = style.width / style.columns
  const size = style.size ?? 9
  const height = size * 3.4
  for (const [i, { label, text }] of pairs.entries()) {
    const left = x + (i % style.columns) * step
    const top = y + Math.floor(i / style.columns) * height
    if (style.isFramed) sheet.frame(left - 3, top - 2, step - 3, height - 2)
    sheet.text(label, left, top, { size: size - 2, colour: '#555555' })
    sheet.text(text, left, top + size + 1, { size })
  }
  return y + Math.ceil(pairs.length / style.columns) * height
}

/** Draws a row of headings above a row of values. */
export function headedPairs(
  sheet: Sheet,
  pairs: readonly LabelledText[],
  { x, y }: BlockCorner,
  { width, isRuled = true }: { readonly width: number; readonly isRuled?: boolean },
): number {
  const step = width / Math.max(1, pairs.length)
  for (const [i, { label, text }] of pairs.entries()) {
    const size = Math.min(
      8.5,
      (8.5 * (step - 6)) / Math.max(1, sheet.widthOf(label, { size: 8.5 })),
    )
    sheet.text(label, x + i * step, y, { size, isBold: true })
    sheet.text(text, x + i * step, y + 14, { size: 8.5 })
  }
  if (isRuled) for (const top of [y - 3, y + 11, y + 26]) sheet.rule(x - 2, top, width)
  return y + 32
}

/** Draws a ruled table with a label before each value. */
export function gridPairs(
  sheet: Sheet,
  pairs: readonly LabelledText[],
  { x, y }: BlockCorner,
  { width, columns = 1 }: { readonly width: number; readonly columns?: number },
): number {
  const step = width / columns
  for (const [i, { label, text }] of pairs.entries()) {
    const left = x + (i % columns) * step
    const top = y + Math.floor(i / columns) * 16
    sheet.frame(left, top, step * 0.45, 16)
    sheet.frame(left + step * 0.45, top, step * 0.55, 16)
    sheet.text(label, left + 3, top + 4, { size: 8 })
    sheet.text(text, left + step * 0.45 + 3, top + 4, { size: 8 })
  }
  return y + Math.ceil(pairs.length / columns) * 16 + 4
}

/** Draws pairs on as few lines as possible, with a separator between them. */
export function runningPairs(
  sheet: Sheet,
  pairs: readonly (LabelledText | string)[],
  { x, y }: BlockCorner,
  style: { readonly width: number; readonly between: string; readonly ink?: Ink },
): number {
  const { ink = { size: 8 } } = style
  const rows: string[] = []
  for (const pair of pairs) {
    const text = typeof pair === 'string' ? pair : inline(pair)
    const longer = rows.length > 0 ? `${rows.at(-1)}${style.between}${text}` : text
    if (rows.length > 0 && sheet.widthOf(longer, ink) <= style.width) rows[rows.length - 1] = longer
    else rows.push(text)
  }
  return lines(sheet, rows, { x, y }, ink)
}

export type PrintedTable = {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Draws a table; `shares` are the relative widths of its columns, and columns without words are right-aligned. */
export function table(
  sheet: Sheet,
  { headings, rows }: PrintedTable,
  { x, y }: BlockCorner,
  style: {
    readonly width: number
    readonly shares: readonly number[]
    /** Indexes of the columns with words, which are left-aligned. */
    readonly words: readonly number[]
    readonly isRuled?: boolean
    readonly size?: number
  },
): number {
  const all = style.shares.reduce((sum, share) => sum + share, 0)
  const edges = style.shares.map(
    (_, i) =>
      x + (style.width * style.shares.slice(0, i + 1).reduce((sum, one) => sum + one, 0)) / all,
  )
  const size = style.size ?? 8.5
  const step = size * 1.7
  const put = (cell: string, column: number, top: number, ink: Ink) => {
    const left = column === 0 ? x : (edges[column - 1] ?? x) + 6
    if (style.words.includes(column)) sheet.text(cell, left, top, ink)
    else sheet.text(cell, edges[column] ?? x, top, { ...ink, align: 'right' })
  }
  for (const [row, cells] of [headings, ...rows].entries()) {
    const top = y + row * step
    for (const [column, cell] of cells.entries())
      put(cell, column, top, { size, isBold: row === 0 })
    if (style.isRuled) sheet.rule(x, top + step - 4, style.width)
  }
  return y + (rows.length + 1) * step + 4
}
