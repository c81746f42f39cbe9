import { omitUndefined } from '@recto/omit-undefined'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock, TableRow } from '../../typeset/flow.ts'
import { drawingParagraphs, drawingText } from '../parts/drawing-text.ts'
import { pathsOf, readMainPart, readPart, readRelations } from '../parts/office-part.ts'
import { openZip, type Zip } from '../parts/open-zip.ts'
import { arrangeShapes, kindOfPlaceholder } from './slide-shapes.ts'

const deckPath = 'ppt/presentation.xml'

/** Every slide that is shown is one page, with its speaker's notes at the end. Throws `ReadError`. */
export function* readPptx(bytes: Uint8Array): Generator<FlowBlock> {
  const zip = openZip(bytes)
  const relations = readRelations(zip, deckPath)
  for (const { attributes } of findAll(readMainPart(zip, deckPath), 'sldId')) {
    const path = relations.get(attributes['r:id'] ?? '')?.path
    if (path) yield* readSlide(zip, path)
  }
}

function* readSlide(zip: Zip, path: string): Generator<FlowBlock> {
  const slide = readPart(zip, path)
  if (slide.attributes.show === '0') return
  const relations = readRelations(zip, path)
  const layout = readPart(zip, pathsOf(relations, 'slideLayout')[0] ?? '')
  const shapes = arrangeShapes(slide, layout)
  const title = shapes.find((shape) => kindOfPlaceholder(shape) === 'title')
  const name = title ? drawingText(title).replaceAll('\n', ' ') : ''
  yield { kind: 'page', isUnbroken: true, ...omitUndefined({ title: name || undefined }) }
  for (const shape of shapes) if (shape !== title || !name) yield* readShape(shape)
  for (const data of pathsOf(relations, 'diagramData')) yield* apart(readPart(zip, data))
  for (const notes of pathsOf(relations, 'notesSlide')) yield* readNotes(readPart(zip, notes))
}

function* readShape(shape: XmlElement): Generator<FlowBlock> {
  const tables = findAll(shape, 'tbl')
  for (const table of tables) yield { kind: 'table', rows: findAll(table, 'tr').map(toRow) }
  if (tables.length === 0) yield* apart(shape)
}

/** The first paragraph of a shape keeps its distance from what is above. */
function* apart(shape: XmlElement): Generator<FlowBlock> {
  for (const [i, { isTight, ...block }] of [...drawingParagraphs(shape)].entries())
    yield i > 0 && isTight ? { ...block, isTight } : block
}

function toRow(row: XmlElement): TableRow {
  return elementsOf(row)
    .filter(({ name, attributes }) => name === 'tc' && attributes.hMerge !== '1')
    .map((cell) => ({
      text: cell.attributes.vMerge === '1' ? '' : drawingText(cell),
      span: Math.max(1, Number(cell.attributes.gridSpan) || 1),
    }))
}

function* readNotes(notes: XmlElement): Generator<FlowBlock> {
  const bodies = findAll(notes, 'sp').filter((shape) => kindOfPlaceholder(shape) === 'body')
  const text = bodies.map((body) => drawingText(childOf(body, 'txBody') ?? body)).join('\n')
  if (text.trim() !== '') yield { kind: 'text', text: `Notes: ${text}` }
}
