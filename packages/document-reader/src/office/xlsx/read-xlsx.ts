import {
  type Attributes,
  childOf,
  elementsOf,
  findAll,
  parseXml,
  textOf,
  type XmlElement,
} from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import { type CellRange, parseCellRanges } from '../parts/cell-ranges.ts'
import { drawingParagraphs } from '../parts/drawing-text.ts'
import {
  type PartRelation,
  pathsOf,
  readMainPart,
  readPart,
  readRelations,
} from '../parts/office-part.ts'
import { openZip, type Zip } from '../parts/open-zip.ts'
import { hiddenSheet, type SheetRow, type ShownSheet, sheetTable } from '../parts/sheet-table.ts'
import { readThemeColours } from '../parts/theme-colours.ts'
import { readCellFormats } from './cell-format.ts'
import { readCellLooks } from './cell-looks.ts'
import { readSheet, type SheetContext } from './read-sheet.ts'
import { openRichText, type RichText } from './rich-text.ts'

const bookPath = 'xl/workbook.xml'

/** Every visible sheet begins a page and is a table of its cells as they are shown. Throws `ReadError`. */
export function* readXlsx(bytes: Uint8Array): Generator<FlowBlock> {
  const zip = openZip(bytes)
  for (const { attributes } of findAll(readMainPart(zip, bookPath), 'sheet'))
    if (!isShown(attributes)) yield hiddenSheet(attributes.name ?? '')
  for (const { title, path, read } of sheetsIn(zip)) {
    const rows = read()
    yield { kind: 'page', title }
    yield { kind: 'table', rows: [...sheetTable(rows)] }
    yield* besideCells(zip, path)
    yield* uncalculated(title, rows)
  }
}

const hiddenStates: readonly unknown[] = ['hidden', 'veryHidden']

/** Spreadsheet programs show a sheet whose state is none of the known ones, as some writers state it. */
function isShown({ state }: Attributes): boolean {
  return !hiddenStates.includes(state)
}

function* uncalculated(title: string, rows: readonly SheetRow[]): Generator<FlowBlock> {
  const count = rows.reduce(
    (sum, { cells }) => sum + cells.filter((one) => one.isFormula).length,
    0,
  )
  const formulas = count === 1 ? 'a formula' : `${count} formulas`
  if (count > 0)
    yield {
      kind: 'warning',
      text: `The sheet “${title}” has ${formulas} without a stored value. Open the file in a spreadsheet program and save it to calculate them.`,
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
    if (!sheet || !isShown(attributes)) continue
    const read = () => readSheet(sheet, { ...context, styledRanges: styledRangesOf(zip, path) })
    yield { title: attributes.name ?? '', path, size: sheet.length, read }
  }
}

function readContext(
  zip: Zip,
  book: XmlElement,
  relations: ReadonlyMap<string, PartRelation>,
): Omit<SheetContext, 'styledRanges'> {
  const { date1904 = '0' } = childOf(book, 'workbookPr')?.attributes ?? {}
  const [strings = 'xl/sharedStrings.xml'] = pathsOf(relations, 'sharedStrings')
  const [styles = 'xl/styles.xml'] = pathsOf(relations, 'styles')
  const isDate1904 = ['1', 'true'].includes(date1904)
  const [theme = 'xl/theme/theme1.xml'] = pathsOf(relations, 'theme')
  const stylesPart = readPart(zip, styles)
  const formats = readCellFormats(stylesPart, isDate1904)
  const colours = readThemeColours(readPart(zip, theme))
  return {
    strings: readStrings(zip.read(strings)),
    formats,
    looks: readCellLooks(stylesPart, colours, formats.codeOf),
  }
}

function readStrings(bytes: Uint8Array | undefined): readonly RichText[] {
  const strings: RichText[] = []
  const richText = openRichText()
  if (bytes)
    parseXml(bytes, {
      open(name, attributes) {
        if (name === 'si') richText.begin()
        richText.open(name, attributes)
      },
      text: richText.text,
      close(name) {
        richText.close(name)
        if (name === 'si') strings.push(richText.take())
      },
    })
  return strings
}

/** The cells of the sheet that belong to a table with a style, which may paint them. */
function styledRangesOf(zip: Zip, path: string): readonly CellRange[] {
  const relations = readRelations(zip, path)
  const parts = (type: string) => pathsOf(relations, type).map((part) => readPart(zip, part))
  const tables = parts('table').filter((table) => childOf(table, 'tableStyleInfo'))
  const locations = parts('pivotTable').flatMap((table) => childOf(table, 'location') ?? [])
  return [...tables, ...locations].flatMap(({ attributes }) =>
    parseCellRanges(attributes.ref ?? ''),
  )
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
