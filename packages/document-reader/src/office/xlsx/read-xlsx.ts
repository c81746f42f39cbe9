import {
  childOf,
  elementsOf,
  findAll,
  parseXml,
  textOf,
  type XmlElement,
} from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import { drawingParagraphs } from '../parts/drawing-text.ts'
import {
  type PartRelation,
  pathsOf,
  readMainPart,
  readPart,
  readRelations,
} from '../parts/office-part.ts'
import { openZip, type Zip } from '../parts/open-zip.ts'
import { type SheetRow, type ShownSheet, sheetTable } from '../parts/sheet-table.ts'
import { readCellFormats } from './cell-format.ts'
import { readSheet, type SheetContext } from './read-sheet.ts'

const bookPath = 'xl/workbook.xml'

/** Every visible sheet begins a page and is a table of its cells as they are shown. Throws `ReadError`. */
export function* readXlsx(bytes: Uint8Array): Generator<FlowBlock> {
  const zip = openZip(bytes)
  for (const { title, path, read } of sheetsIn(zip)) {
    yield { kind: 'page', title }
    yield { kind: 'table', rows: [...sheetTable(read())] }
    yield* besideCells(zip, path)
  }
}

/** The cells of those sheets that are shown and no larger, in bytes of XML. Throws `ReadError`. */
export function* xlsxSheets(bytes: Uint8Array, maxSheetBytes: number): Generator<ShownSheet> {
  for (const { title, size, read } of sheetsIn(openZip(bytes)))
    if (size <= maxSheetBytes) yield { title, rows: read() }
}

type SheetPart = {
  readonly title: string
  readonly path: string
  readonly size: number
  readonly read: () => readonly SheetRow[]
}

function* sheetsIn(zip: Zip): Generator<SheetPart> {
  const book = readMainPart(zip, bookPath)
  const relations = readRelations(zip, bookPath)
  const context = readContext(zip, book, relations)
  for (const { attributes } of findAll(book, 'sheet')) {
    const path = relations.get(attributes['r:id'] ?? '')?.path ?? ''
    const sheet = zip.read(path)
    if (!sheet || (attributes.state ?? 'visible') !== 'visible') continue
    const read = () => readSheet(sheet, context)
    yield { title: attributes.name ?? '', path, size: sheet.length, read }
  }
}

function readContext(
  zip: Zip,
  book: XmlElement,
  relations: ReadonlyMap<string, PartRelation>,
): SheetContext {
  const { date1904 = '0' } = childOf(book, 'workbookPr')?.attributes ?? {}
  const [strings = 'xl/sharedStrings.xml'] = pathsOf(relations, 'sharedStrings')
  const [styles = 'xl/styles.xml'] = pathsOf(relations, 'styles')
  const isDate1904 = ['1', 'true'].includes(date1904)
  return {
    strings: readStrings(zip.read(strings)),
    formats: readCellFormats(readPart(zip, styles), isDate1904),
  }
}

/** Rich text is joined; phonetic hints are left out. */
function readStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = []
  let isText = false
  let isPhonetic = false
  if (bytes)
    parseXml(bytes, {
      open(name) {
        if (name === 'si') strings.push('')
        if (name === 'rPh') isPhonetic = true
        isText = name === 't' && !isPhonetic
      },
      text(text) {
        if (isText) strings[strings.length - 1] += text
      },
      close(name) {
        isText = false
        if (name === 'rPh') isPhonetic = false
      },
    })
  return strings
}

/** Text boxes and notes of a sheet, after its cells. */
function* besideCells(zip: Zip, path: string): Generator<FlowBlock> {
  const relations = readRelations(zip, path)
  for (const drawing of pathsOf(relations, 'drawing')) {
    for (const body of findAll(readPart(zip, drawing), 'txBody')) yield* drawingParagraphs(body)
  }
  for (const notes of pathsOf(relations, 'comments')) {
    for (const note of findAll(readPart(zip, notes), 'comment')) {
      const text = elementsOf(note).map(textOf).join('').trim()
      if (text !== '') yield { kind: 'text', text: `Note on ${note.attributes.ref}: ${text}` }
    }
  }
}
