import { posix } from 'node:path'
import { ReadError } from '@recto/document-text/read-error'
import {
  maxCellCharacters,
  type OpenBytes,
  type RecordCell,
  type TableRecord,
} from '@recto/document-text/table-record'
import { Parser } from 'htmlparser2'
import { childOf, elementsOf, findAll, parseTree, type XmlElement } from '../markup/parse-xml.ts'
import { columnOf } from '../office/parts/cell-ranges.ts'
import { type CellFormats, readCellFormats } from '../office/xlsx/cell-format.ts'
import { type PartReader, readParts } from './read-parts.ts'

/** Maximum number of bytes of a part that is read as a whole. */
const maxPartBytes = 20 * 1024 ** 2
/** Maximum number of characters of the texts that the cells of a workbook share. */
const maxSharedCharacters = 100_000_000
/** Columns beyond have no name in a spreadsheet. */
const maxColumns = 16_384

const bookPath = 'xl/workbook.xml'
const bookRelationsPath = 'xl/_rels/workbook.xml.rels'
const stylesPath = 'xl/styles.xml'
const hiddenStates: readonly (string | undefined)[] = ['hidden', 'veryHidden']

type Workbook = {
  readonly sheetPath: string
  readonly formats: CellFormats
  readonly strings: readonly string[]
}

/**
 * Reads the rows of the first visible sheet of a workbook. The file is read twice, because a workbook may have its
 * shared texts after its sheets. Throws `ReadError`.
 */
export async function* readXlsxRecords(open: OpenBytes): AsyncGenerator<TableRecord> {
  const workbook = await readWorkbook(open)
  let records: TableRecord[] = []
  const reader = createSheetReader(workbook, (record) => records.push(record))
  let hasSheet = false
  const pauses = readParts(open, (name) => {
    if (name !== workbook.sheetPath) return undefined
    hasSheet = true
    return reader
  })
  for await (const _ of pauses) {
    yield* records
    records = []
  }
  yield* records
  if (!hasSheet) throw new ReadError('broken-file', 'The workbook has no sheet that can be read.')
}

async function readWorkbook(open: OpenBytes): Promise<Workbook> {
  const parts = new Map<string, XmlElement>()
  const wholeParts = [bookPath, bookRelationsPath, stylesPath]
  const strings: string[] = []
  const pauses = readParts(open, (name) => {
    if (wholeParts.includes(name)) return createPartReader((part) => parts.set(name, part))
    return name.toLowerCase() === 'xl/sharedstrings.xml' ? createStringReader(strings) : undefined
  })
  for await (const _ of pauses);
  const book = parts.get(bookPath)
  if (!book) throw new ReadError('broken-file', 'The file is not a workbook.')
  const styles = parts.get(stylesPath) ?? { name: '', attributes: {}, children: [] }
  const { date1904 = '0' } = childOf(book, 'workbookPr')?.attributes ?? {}
  return {
    sheetPath: findSheetPath(book, parts.get(bookRelationsPath)),
    formats: readCellFormats(styles, ['1', 'true'].includes(date1904)),
    strings,
  }
}

function findSheetPath(book: XmlElement, relations: XmlElement | undefined): string {
  const sheet = findAll(book, 'sheet').find(
    ({ attributes }) => !hiddenStates.includes(attributes.state),
  )
  const relation = elementsOf(relations ?? book).find(
    ({ attributes }) => attributes.Id === sheet?.attributes['r:id'],
  )
  const target = relation?.attributes.Target ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
}

function createPartReader(onPart: (part: XmlElement) => void): PartReader {
  const chunks: Uint8Array[] = []
  let bytes = 0
  return {
    write(chunk) {
      bytes += chunk.length
      if (bytes > maxPartBytes) throw tooLarge()
      chunks.push(chunk)
    },
    end() {
      const root = elementsOf(parseTree(Buffer.concat(chunks)))[0]
      if (root) onPart(root)
    },
  }
}

const tooLarge = () =>
  new ReadError('too-large', 'The workbook is too large. Save the table as CSV.')

/** Parses XML piece by piece; names are without prefixes. */
function createXmlReader(events: {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}): PartReader {
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.open(localName(name), attributes),
      ontext: events.text,
      onclosetag: (name) => events.close(localName(name)),
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  return {
    write: (bytes) => parser.write(decoder.decode(bytes, { stream: true })),
    end: () => parser.end(),
  }
}

/** Reads the texts that cells share; phonetic hints are left out. */
function createStringReader(strings: string[]): PartReader {
  let text = ''
  let characters = 0
  let isText = false
  let isPhonetic = false
  return createXmlReader({
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text(part) {
      if (isText) text += part
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      characters += text.length
      if (characters > maxSharedCharacters) throw tooLarge()
      strings.push(text)
    },
  })
}

type OpenCell = { readonly type: string; readonly style: number; readonly column: number }

type SheetBuilder = {
  row: number
  cells: RecordCell[]
  cell: OpenCell | undefined
  value: string
  isFormula: boolean
  isValue: boolean
}

type Attributes = Readonly<Record<string, string>>

const openHandlers: Readonly<
  Record<string, (builder: SheetBuilder, attributes: Attributes) => void>
> = {
  row(builder, { r }) {
    builder.row = Number(r ?? builder.row + 1)
    builder.cells = []
  },
  c(builder, { r, t = 'n', s = '0' }) {
    const column = r ? columnOf(r, 0) : builder.cells.length
    builder.cell = { type: t, style: Number(s), column }
    builder.value = ''
    builder.isFormula = false
  },
  f(builder) {
    builder.isFormula = true
  },
}

function createSheetReader(
  workbook: Workbook,
  onRecord: (record: TableRecord) => void,
): PartReader {
  const builder: SheetBuilder = {
    row: 0,
    cells: [],
    cell: undefined,
    value: '',
    isFormula: false,
    isValue: false,
  }
  return createXmlReader({
    open(name, attributes) {
      builder.isValue = name === 'v' || name === 't'
      openHandlers[name]?.(builder, attributes)
    },
    text(part) {
      if (builder.isValue && builder.value.length <= maxCellCharacters) builder.value += part
    },
    close(name) {
      builder.isValue = false
      if (name === 'c') closeCell(builder, workbook)
      const { row, cells } = builder
      if (name === 'row' && cells.some(({ text }) => text !== '')) onRecord({ row, cells })
    },
  })
}

function closeCell(builder: SheetBuilder, workbook: Workbook): void {
  const { cell, cells, value, isFormula } = builder
  builder.cell = undefined
  if (!cell || cell.column >= maxColumns) return
  while (cells.length < cell.column) cells.push({ text: '', isFormula: false })
  cells[cell.column] = { text: showCell(cell, value, workbook).trim(), isFormula }
}

function showCell({ type, style }: OpenCell, value: string, workbook: Workbook): string {
  if (type === 's') return workbook.strings[Number(value)] ?? ''
  if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return value
  return workbook.formats.exact(value, style)?.value ?? workbook.formats.show(value, style)
}
