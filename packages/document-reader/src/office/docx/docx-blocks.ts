import { omitUndefined } from '@recto/omit-undefined'
import { childOf, elementsOf, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock, TableCell, TableRow, TextBlock, TextRole } from '../../typeset/flow.ts'
import { isOn } from '../parts/office-part.ts'
import { type NoteMark, pageBreak, readInline } from './docx-inline.ts'
import type { ListPlace, NextLabel } from './docx-numbering.ts'
import { type DocxStyle, listPlace, type StyleOf, titleLevelOf } from './docx-styles.ts'
import type { HiddenRuns } from './hidden-runs.ts'

export type DocxContext = {
  readonly styles: StyleOf
  readonly nextLabel: NextLabel
  readonly noteMark: NoteMark
  readonly hiddenRuns: HiddenRuns
}

const maxTabbedLine = 120
const containers = new Set(['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml', 'smartTag'])

/** The blocks of a body, a cell, a text box, a header or a note. */
export function* docxBlocks(container: XmlElement, context: DocxContext): Generator<FlowBlock> {
  for (const element of elementsOf(container)) {
    if (element.name === 'p') yield* readParagraph(element, context)
    else if (element.name === 'tbl') yield* readTable(element, context)
    else if (containers.has(element.name)) yield* docxBlocks(element, context)
  }
}

function* readParagraph(paragraph: XmlElement, context: DocxContext): Generator<FlowBlock> {
  const properties = childOf(paragraph, 'pPr')
  const style = context.styles(childOf(properties, 'pStyle')?.attributes.val)
  const { text, boxes } = readInline(paragraph, context)
  if (breaksPage(properties, style)) yield { kind: 'page' }

  const place = listPlace(properties, style.list) ?? style.list
  const label = text.trim() === '' ? '' : labelAt(place, context)
  const titleLevel = titleLevelOf(properties) ?? style.titleLevel
  if (!style.isHidden) yield* setParagraph(text, { label, level: place?.level ?? 0, titleLevel })
  for (const box of boxes) yield* docxBlocks(box, context)
  const section = childOf(properties, 'sectPr')
  if (section && childOf(section, 'type')?.attributes.val !== 'continuous') yield { kind: 'page' }
}

function breaksPage(properties: XmlElement | undefined, style: DocxStyle): boolean {
  const own = childOf(properties, 'pageBreakBefore')
  return own ? isOn(own) : style.breaksPage
}

function labelAt(place: ListPlace | undefined, { nextLabel }: DocxContext): string {
  return place && place.list !== '0' ? nextLabel(place) : ''
}

type ParagraphSetting = {
  /** Only items of lists have one; it is empty for others. */
  readonly label: string
  readonly level: number
  readonly titleLevel: number | undefined
}

function* setParagraph(
  text: string,
  { label, level, titleLevel }: ParagraphSetting,
): Generator<FlowBlock> {
  const title: TextRole | undefined =
    titleLevel === undefined ? undefined : { kind: 'title', level: titleLevel }
  for (const [i, part] of text.split(pageBreak).entries()) {
    if (i > 0) yield { kind: 'page' }
    if (part.trim() === '') continue
    yield label && i === 0
      ? {
          kind: 'text',
          text: `${label} ${part}`,
          indent: level * 2,
          hangingIndent: Math.min(20, label.length + 1),
          isTight: true,
          role: title ?? { kind: 'list-item', level },
        }
      : { ...plainParagraph(part), ...omitUndefined({ role: title }) }
  }
}

/** Tabs inside a line are columns, such as those between a label and its value. */
function plainParagraph(text: string): TextBlock {
  const line = text.replace(/^\t+/, '')
  const isTabbed = line.includes('\t') && line.length <= maxTabbedLine
  return isTabbed
    ? { kind: 'text', text: line, isPreformatted: true, isTight: true }
    : { kind: 'text', text: line.replaceAll('\t', ' ') }
}

/** A table of one column only frames what is in it. */
function* readTable(table: XmlElement, context: DocxContext): Generator<FlowBlock> {
  const rows = rowsOf(table)
  if (rows.every((row) => cellsOf(row).length === 1)) {
    for (const row of rows) for (const cell of cellsOf(row)) yield* docxBlocks(cell, context)
  } else {
    yield { kind: 'table', rows: joinMerged(rows.map((row) => toRow(row, context))) }
  }
}

function rowsOf(table: XmlElement): XmlElement[] {
  return unwrap(table, 'tr').filter((row) => !childOf(row, 'trPr', 'del'))
}

function cellsOf(row: XmlElement): XmlElement[] {
  return unwrap(row, 'tc')
}

/** Rows and cells may stand inside content controls. */
function unwrap(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === name) return [child]
    return containers.has(child.name) ? unwrap(child, name) : []
  })
}

function toRow(row: XmlElement, context: DocxContext): readonly DocxCell[] {
  const columnsBefore = Math.min(
    63,
    Number(childOf(row, 'trPr', 'gridBefore')?.attributes.val ?? 0) || 0,
  )
  const cells = cellsOf(row).map((cell): DocxCell => {
    const properties = childOf(cell, 'tcPr')
    const span = Number(childOf(properties, 'gridSpan')?.attributes.val ?? 1) || 1
    const merge = childOf(properties, 'vMerge')
    const continuesAbove = merge !== undefined && merge.attributes.val !== 'restart'
    const place = { text: cellText(cell, context), span: Math.min(63, Math.max(1, span)) }
    return continuesAbove ? { ...place, continuesAbove: true } : place
  })
  return [...Array<DocxCell>(columnsBefore).fill({ text: '', span: 1 }), ...cells]
}

type DocxCell = {
  readonly text: string
  readonly span: number
  /** Word repeats a cell that reaches down in each row. */
  readonly continuesAbove?: true
}

/** Gives the first of vertically merged cells the rows that it reaches down. */
function joinMerged(rows: readonly (readonly DocxCell[])[]): TableRow[] {
  const open = new Map<number, { text: string; span: number; rows?: number }>()
  return rows.map((row) => {
    let column = 0
    return row.map(({ continuesAbove, ...cell }): TableCell => {
      const openCell = open.get(column)
      const place = { ...cell }
      if (continuesAbove && openCell) openCell.rows = (openCell.rows ?? 1) + 1
      else open.set(column, place)
      column += cell.span
      return place
    })
  })
}

function cellText(cell: XmlElement, context: DocxContext): string {
  return [...docxBlocks(cell, context)].flatMap(linesOfBlock).join('\n')
}

function linesOfBlock(block: FlowBlock): string[] {
  if (block.kind === 'text') return [block.text]
  if (block.kind !== 'table') return []
  return block.rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell : cell.text)).join(' | '),
  )
}
