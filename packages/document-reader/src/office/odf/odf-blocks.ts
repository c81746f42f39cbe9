import { omitUndefined } from '@recto/omit-undefined'
import { elementsOf, isElement, textOf, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock, TableCell, TableRow } from '../../typeset/flow.ts'
import { markHidden, markStruckText } from '../../typeset/hidden-marks.ts'
import { type OdfLook, type OdfLooks, reasonOfOdfLook } from './odf-looks.ts'
import type { OdfStyles } from './odf-styles.ts'

export type OdfContext = {
  readonly styles: OdfStyles
  /** Takes what a footnote says and returns its mark. */
  readonly noteMark: (note: XmlElement) => string
  readonly looks: OdfLooks
  /** The look of text at this place. */
  readonly look: OdfLook
}

/** A box with text of its own, and the context inside it. */
type OdfFrame = { readonly element: XmlElement; readonly context: OdfContext }

type Place = { readonly list?: string | undefined; readonly counts: readonly number[] }

const ignoredElements = new Set(
  'tracked-changes sequence-decls forms variable-decls user-field-decls annotation annotation-end ruby-text note-body hidden-text title desc event-listeners table-of-content-source'.split(
    ' ',
  ),
)
const maxRepeated = 1000
const maxTabbedLine = 120
const maxListDepth = 10

const readers: Readonly<Record<string, Read>> = {
  p: readParagraph,
  h: readParagraph,
  list: readList,
  table: readTable,
}

/** The blocks of a text, a cell, a frame, a header or a note. */
export function* odfBlocks(
  container: XmlElement,
  context: OdfContext,
  place: Place = { counts: [] },
): Generator<FlowBlock> {
  for (const element of elementsOf(container).filter(({ name }) => !ignoredElements.has(name))) {
    const read = readers[element.name] ?? odfBlocks
    yield* read(element, within(element, context), place)
  }
}

/** The context inside an element. */
export function within(element: XmlElement, context: OdfContext): OdfContext {
  const look = context.looks.inside(element, context.look)
  return look === context.look ? context : { ...context, look }
}

type Read = (element: XmlElement, context: OdfContext, place: Place) => Generator<FlowBlock>

function* readParagraph(
  paragraph: XmlElement,
  context: OdfContext,
  place: Place,
): Generator<FlowBlock> {
  if (context.styles.breaksPage(paragraph.attributes['style-name'])) yield { kind: 'page' }
  const frames: OdfFrame[] = []
  const text = inlineText(paragraph, context, frames)
  const parts = text.split('\f')
  if (parts[0]!.trim() !== '') yield item(parts[0]!, context, place) ?? plain(parts[0]!)
  for (const part of parts.slice(1)) {
    yield { kind: 'page' }
    yield plain(part)
  }
  for (const frame of frames) yield* odfBlocks(frame.element, frame.context)
}

function item(
  text: string,
  { styles }: OdfContext,
  { list, counts }: Place,
): FlowBlock | undefined {
  if (counts.length === 0) return undefined
  const label = counts.at(-1)! > 0 ? styles.label(list, counts) : ''
  return {
    kind: 'text',
    text: label ? `${label} ${text}` : text,
    indent: (counts.length - 1) * 2,
    hangingIndent: label.length + 1,
    isTight: true,
  }
}

/** Tabs inside a line are columns. */
function plain(text: string): FlowBlock {
  const isTabbed = text.trim().includes('\t') && text.length < maxTabbedLine
  return {
    kind: 'text',
    text,
    ...omitUndefined({ isPreformatted: isTabbed || undefined, isTight: isTabbed || undefined }),
  }
}

function inlineText(element: XmlElement, context: OdfContext, frames: OdfFrame[]): string {
  let text = ''
  for (const node of element.children) {
    if (!isElement(node)) text += seen(node.replace(/\s+/g, ' '), context)
    else text += inlineElement(node, within(node, context), frames)
  }
  return text
}

function seen(text: string, { look }: OdfContext): string {
  const reason = reasonOfOdfLook(look)
  return reason ? markHidden(text, reason) : text
}

function isStruck({ attributes }: XmlElement, { looks }: OdfContext): boolean {
  const name = attributes['style-name']
  const style = looks.property('text', name, ['text-properties', 'text-line-through-style'])
  return style !== undefined && style !== 'none'
}

function inlineElement(element: XmlElement, context: OdfContext, frames: OdfFrame[]): string {
  if (ignoredElements.has(element.name)) return ''
  switch (element.name) {
    case 's':
      return ' '.repeat(Math.min(200, Number(element.attributes.c ?? 1) || 1))
    case 'tab':
      return '\t'
    case 'line-break':
      return '\n'
    case 'soft-page-break':
      return '\f'
    case 'note':
      return context.noteMark(element)
    case 'text-box':
    case 'custom-shape':
      frames.push({ element, context })
      return ''
    default: {
      const text = inlineText(element, context, frames)
      return isStruck(element, context) ? markStruckText(text) : text
    }
  }
}

function* readList(list: XmlElement, context: OdfContext, outer: Place): Generator<FlowBlock> {
  const style = list.attributes['style-name'] ?? outer.list
  let count = 0
  for (const element of elementsOf(list)) {
    const isItem = element.name === 'list-item'
    if (isItem) count = Number(element.attributes['start-value']) || count + 1
    const counts = [...outer.counts, isItem ? count : 0].slice(-maxListDepth)
    yield* readItem(element, context, { list: style, counts })
  }
}

/**
 * Reads an item of a list. Its first paragraph carries its label; a nested list continues from its number.
 */
function* readItem(element: XmlElement, context: OdfContext, place: Place): Generator<FlowBlock> {
  const innerPlace = { ...place, counts: [...place.counts.slice(0, -1), 0] }
  for (const [i, part] of elementsOf(element).entries()) {
    const isLabelled = i === 0 || part.name === 'list'
    yield* odfBlocks({ ...element, children: [part] }, context, isLabelled ? place : innerPlace)
  }
}

function* readTable(table: XmlElement, context: OdfContext): Generator<FlowBlock> {
  const rows = tableRows(table)
  if (rows.every((row) => cellsOf(row).length <= 1)) {
    for (const row of rows)
      for (const cell of cellsOf(row)) yield* odfBlocks(cell, inCell(row, cell, context))
    return
  }
  yield { kind: 'table', rows: rows.map((row) => toRow(row, context)) }
}

const inCell = (row: XmlElement, cell: XmlElement, context: OdfContext) =>
  within(cell, within(row, context))

/** Rows also stand in groups and among headers. */
export function tableRows(table: XmlElement): XmlElement[] {
  return elementsOf(table).flatMap((child) => {
    if (child.name === 'table-row') return [child]
    return ['table-rows', 'table-header-rows', 'table-row-group'].includes(child.name)
      ? tableRows(child)
      : []
  })
}

export function cellsOf(row: XmlElement): XmlElement[] {
  return elementsOf(row).filter(({ name }) => name.endsWith('table-cell'))
}

function toRow(row: XmlElement, context: OdfContext): TableRow {
  return cellsOf(row)
    .filter(({ name }) => name === 'table-cell')
    .flatMap((cell): TableCell[] => {
      const { attributes } = cell
      const repeatCount = Math.min(
        maxRepeated,
        Number(attributes['number-columns-repeated'] ?? 1) || 1,
      )
      const span = Math.min(maxRepeated, Number(attributes['number-columns-spanned'] ?? 1) || 1)
      return Array.from({ length: repeatCount }, () => ({
        text: blockText(cell, inCell(row, cell, context)),
        span,
      }))
    })
}

/** All of a cell or a shape as one text. */
export function blockText(element: XmlElement, context: OdfContext): string {
  return [...odfBlocks(element, context)]
    .flatMap((block) => {
      if (block.kind === 'text') return [block.text]
      if (block.kind !== 'table') return []
      return block.rows.map((row) =>
        row.map((cell) => (typeof cell === 'string' ? cell : cell.text)).join(' | '),
      )
    })
    .join('\n')
}

/** The text of a note without the markup around it. */
export function textOfNote(element: XmlElement): string {
  return elementsOf(element)
    .filter(({ name }) => name === 'p')
    .map((paragraph) => textOf(paragraph).replace(/\s+/g, ' ').trim())
    .join('\n')
}
