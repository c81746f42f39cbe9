import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import type { FlowBlock, TableCell, TableRow, TextRole } from '../typeset/flow.ts'
import { markStruckText } from '../typeset/hidden-marks.ts'
import { joinShifted, type Shift } from '../words/shifted-text.ts'
import {
  elementsOf,
  findAll,
  isElement,
  textOf,
  type XmlElement,
  type XmlNode,
} from './parse-xml.ts'

const ignoredElements = new Set(
  'script style template head title meta link object iframe audio video canvas datalist'.split(' '),
)
const blockNames = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table ul'.split(
    ' ',
  ),
)
const apartNames = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote'.split(' '))

const maxCells = 1_000_000

type Context = { readonly indent: number; readonly role?: TextRole }
type Open = { text: string; isApart: boolean; label: string; readonly blocks: FlowBlock[] }

/** Returns what an HTML tree shows, as blocks. */
export function htmlBlocks(root: XmlElement): FlowBlock[] {
  const open: Open = { text: '', isApart: true, label: '', blocks: [] }
  readNodes(root.children, open, { indent: 0 })
  flush(open, { indent: 0 })
  return open.blocks
}

function readNodes(nodes: readonly XmlNode[], open: Open, context: Context): void {
  for (const node of nodes) {
    if (!isElement(node)) open.text += node.replace(/\s+/g, ' ')
    else if (!isHidden(node)) readElement(node, open, context)
  }
}

const special: Readonly<Record<string, Read>> = {
  br: (_, open) => {
    open.text += '\n'
  },
  wbr: () => {},
  input: (element, open) => {
    open.text += inputText(element)
  },
  select: (element, open) => {
    const options = findAll(element, 'option')
    const selectedOption = options.find(({ attributes }) => 'selected' in attributes) ?? options[0]
    open.text += selectedOption ? ` ${textOf(selectedOption).trim()} ` : ''
  },
  img: ({ attributes }, open) => {
    if (attributes.alt) open.text += ` ${attributes.alt} `
  },
  pre: (element, open, { indent }) => {
    const text = textOf(element).replace(/^\r?\n/, '')
    open.blocks.push({ kind: 'text', text: text.trimEnd(), indent, isPreformatted: true })
  },
  ul: (element, open, context) => readList(element, open, context),
  ol: (element, open, context) => readList(element, open, context),
  dd: (element, open, context) => {
    const innerContext = { indent: context.indent + 2 }
    readNodes(element.children, open, innerContext)
    flush(open, innerContext)
  },
  sup: (element, open, context) => readShifted(element, open, { context, shift: 'raised' }),
  sub: (element, open, context) => readShifted(element, open, { context, shift: 'lowered' }),
  s: readStruck,
  strike: readStruck,
  del: readStruck,
  table: readTable,
}

const hidingStyle = /^\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i

function readElement(element: XmlElement, open: Open, context: Context): void {
  const read = special[element.name] ?? (isStruckByStyle(element) ? readStruck : undefined)
  if (!blockNames.has(element.name)) {
    if (read) read(element, open, context)
    else readNodes(element.children, open, context)
    return
  }
  flush(open, context)
  if (apartNames.has(element.name)) open.isApart = true
  const innerContext = withTitle(element, context)
  if (read) read(element, open, innerContext)
  else readNodes(element.children, open, innerContext)
  flush(open, innerContext)
  if (apartNames.has(element.name)) open.isApart = true
}

function withTitle({ name }: XmlElement, context: Context): Context {
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0
  return level > 0 ? { ...context, role: { kind: 'title', level } } : context
}

const maxStyle = 2000

function isStruckByStyle({ name, attributes }: XmlElement): boolean {
  const style = (attributes.style ?? '').slice(0, maxStyle).toLowerCase()
  return (
    !blockNames.has(name) &&
    style
      .split(';')
      .some((one) => one.trim().startsWith('text-decoration') && one.includes('line-through'))
  )
}

function readStruck(element: XmlElement, open: Open, context: Context): void {
  const inner: Open = { text: '', isApart: open.isApart, label: open.label, blocks: [] }
  readNodes(element.children, inner, context)
  for (const block of inner.blocks)
    open.blocks.push(block.kind === 'text' ? { ...block, text: markStruckText(block.text) } : block)
  open.text += markStruckText(inner.text)
}

type ShiftedContext = { readonly context: Context; readonly shift: Shift }

function readShifted(element: XmlElement, open: Open, { context, shift }: ShiftedContext): void {
  const textBefore = open.text
  const blockCount = open.blocks.length
  open.text = ''
  readNodes(element.children, open, context)
  // A block inside has taken its text with it.
  if (open.blocks.length === blockCount) open.text = joinShifted(textBefore, open.text, shift)
  else open.blocks.splice(blockCount, 0, { kind: 'text', text: textBefore.trim() })
}

type Read = (element: XmlElement, open: Open, context: Context) => void

function inputText({ attributes }: XmlElement): string {
  const { type = 'text', value = '' } = attributes
  if (type === 'checkbox' || type === 'radio') return 'checked' in attributes ? ' ☒ ' : ' ☐ '
  return ['hidden', 'password', 'file', 'image'].includes(type) ? '' : ` ${value} `
}

function isHidden({ name, attributes }: XmlElement): boolean {
  if (ignoredElements.has(name) || 'hidden' in attributes) return true
  return (attributes.style ?? '').split(';').some((one) => hidingStyle.test(one))
}

function flush(open: Open, { indent, role }: Context): void {
  const text = open.text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
  open.text = ''
  if (text === '') return
  const hangingIndent = open.label.length
  open.blocks.push({
    kind: 'text',
    text: `${open.label}${text}`,
    indent: Math.max(0, indent - hangingIndent),
    hangingIndent,
    ...omitUndefined({ isTight: open.isApart ? undefined : true, role: roleOf(open, role) }),
  })
  open.label = ''
  open.isApart = false
}

/** A text in an item of a list that has no mark of its own goes on with the item. */
function roleOf({ label }: Open, role: TextRole | undefined): TextRole | undefined {
  return role?.kind === 'list-item' && label === '' ? undefined : role
}

const maxLevel = 8

/** The role of an item in a list within the context. */
function itemRole({ role }: Context): TextRole {
  const level = role?.kind === 'list-item' ? Math.min(maxLevel, role.level + 1) : 0
  return { kind: 'list-item', level }
}

function readList(list: XmlElement, open: Open, context: Context): void {
  let count = Number(list.attributes.start ?? 1) || 1
  for (const item of elementsOf(list)) {
    if (isHidden(item)) continue
    const label = list.name === 'ol' ? `${count}. ` : '• '
    const indent = Math.min(40, context.indent + label.length + 1)
    const innerContext = { indent, role: itemRole(context) }
    if (item.name === 'li') {
      open.label = label
      count += 1
    }
    readNodes([item], open, innerContext)
    flush(open, innerContext)
    open.label = ''
  }
}

/** A table that only arranges other tables, or that has one column, is read cell by cell. */
function readTable(table: XmlElement, open: Open, context: Context): void {
  const rows = rowsOf(table)
  const isLayout =
    findAll(table, 'table').length > 0 || rows.every((row) => cellsOf(row).length <= 1)
  for (const caption of elementsOf(table).filter(({ name }) => name === 'caption'))
    readNodes(caption.children, open, context)
  flush(open, context)
  if (!isLayout) {
    open.blocks.push({ kind: 'table', rows: setRows(rows), indent: context.indent })
    return
  }
  for (const cell of rows.flatMap(cellsOf)) {
    readNodes(cell.children, open, context)
    flush(open, context)
  }
}

function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table)
    .filter((child) => !isHidden(child))
    .flatMap((child) => {
      if (child.name === 'tr') return [child]
      return ['thead', 'tbody', 'tfoot'].includes(child.name) ? rowsOf(child) : []
    })
}

function cellsOf(row: XmlElement): XmlElement[] {
  return elementsOf(row).filter((cell) => ['td', 'th'].includes(cell.name) && !isHidden(cell))
}

/** Cells that reach down from the row above leave their column empty. */
function setRows(rows: readonly XmlElement[]): TableRow[] {
  const reach: number[] = []
  let count = 0
  return rows.map((row) => {
    count += reach.length
    if (count > maxCells)
      throw new ReadError('too-large', 'The page has a table with too many cells.')
    const set: (string | TableCell)[] = []
    let column = 0
    const skip = () => {
      while ((reach[column] ?? 0) > 0) {
        reach[column]! -= 1
        set.push('')
        column += 1
      }
    }
    for (const cell of cellsOf(row)) {
      skip()
      const span = spanOf(cell.attributes.colspan, 100)
      const extraRows = spanOf(cell.attributes.rowspan, 65_534) - 1
      set.push({ text: cellText(cell), span, ...omitUndefined({ rows: rowsOfCell(extraRows) }) })
      for (let i = 0; i < span; i++) reach[column + i] = extraRows
      column += span
    }
    skip()
    return set
  })
}

const rowsOfCell = (extraRows: number) => (extraRows > 0 ? extraRows + 1 : undefined)

function spanOf(text: string | undefined, max: number): number {
  return Math.min(max, Math.max(1, Math.floor(Number(text ?? 1)) || 1))
}

function cellText(cell: XmlElement): string {
  return htmlBlocks(cell)
    .map((block) => (block.kind === 'text' ? block.text : ''))
    .join('\n')
}
