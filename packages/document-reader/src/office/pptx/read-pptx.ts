import { omitUndefined } from '@recto/omit-undefined'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock, TableRow } from '../../typeset/flow.ts'
import { hasMarks } from '../../typeset/hidden-marks.ts'
import { drawingParagraphs, drawingText, type RunReason } from '../parts/drawing-text.ts'
import { pathsOf, readMainPart, readPart, readRelations } from '../parts/office-part.ts'
import { openZip, type Zip } from '../parts/open-zip.ts'
import { readThemeColours } from '../parts/theme-colours.ts'
import { openSlideLooks, type SlideLooks, type SlideParts } from './slide-looks.ts'
import { arrangeShapes, kindOfPlaceholder } from './slide-shapes.ts'

const deckPath = 'ppt/presentation.xml'

/** Every slide that is shown is one page, with its speaker's notes at the end. Throws `ReadError`. */
export function* readPptx(bytes: Uint8Array): Generator<FlowBlock> {
  const zip = openZip(bytes)
  const relations = readRelations(zip, deckPath)
  const presentation = readMainPart(zip, deckPath)
  const modelsOf = openModels(zip)
  for (const { attributes } of findAll(presentation, 'sldId')) {
    const path = relations.get(attributes['r:id'] ?? '')?.path
    if (path) yield* readSlide(zip, path, { presentation, modelsOf })
  }
}

type SlideModels = Pick<SlideParts, 'layout' | 'master' | 'theme'>
type Deck = {
  readonly presentation: XmlElement
  readonly modelsOf: (layoutPath: string) => SlideModels
}

/** Many slides share a layout. */
function openModels(zip: Zip): Deck['modelsOf'] {
  const models = new Map<string, SlideModels>()
  return (layoutPath) => {
    const knownModels = models.get(layoutPath)
    if (knownModels) return knownModels
    const [masterPath = ''] = pathsOf(readRelations(zip, layoutPath), 'slideMaster')
    const [themePath = ''] = pathsOf(readRelations(zip, masterPath), 'theme')
    const newModels = {
      layout: readPart(zip, layoutPath),
      master: readPart(zip, masterPath),
      theme: readThemeColours(readPart(zip, themePath)),
    }
    models.set(layoutPath, newModels)
    return newModels
  }
}

function* readSlide(
  zip: Zip,
  path: string,
  { presentation, modelsOf }: Deck,
): Generator<FlowBlock> {
  const slide = readPart(zip, path)
  if (slide.attributes.show === '0') return
  const relations = readRelations(zip, path)
  const models = modelsOf(pathsOf(relations, 'slideLayout')[0] ?? '')
  const looks = openSlideLooks({ slide, presentation, ...models })
  const shapes = arrangeShapes(slide, models.layout)
  const title = shapes.find((shape) => kindOfPlaceholder(shape) === 'title')
  const name = title ? nameOf(title, looks) : ''
  yield { kind: 'page', isUnbroken: true, ...omitUndefined({ title: name || undefined }) }
  for (const shape of shapes) if (shape !== title || !name) yield* readShape(shape, looks)
  const diagrams = pathsOf(relations, 'diagramData').map((data) => readPart(zip, data))
  yield* readDiagrams(diagrams, looks)
  for (const notes of pathsOf(relations, 'notesSlide')) yield* readNotes(readPart(zip, notes))
}

/** A title that nobody sees is no name for the page. */
function nameOf(title: XmlElement, looks: SlideLooks): string {
  const name = drawingText(title, looks(title))
  return hasMarks(name) ? '' : name.replaceAll('\n', ' ')
}

function* readDiagrams(diagrams: readonly XmlElement[], looks: SlideLooks): Generator<FlowBlock> {
  for (const diagram of diagrams) yield* apart(diagram, looks(diagram))
}

function* readShape(shape: XmlElement, looks: SlideLooks): Generator<FlowBlock> {
  const tables = findAll(shape, 'tbl')
  for (const table of tables)
    yield {
      kind: 'table',
      rows: findAll(table, 'tr').map((row) => toRow(row, (cell) => looks(shape, cell))),
    }
  if (tables.length === 0) yield* apart(shape, looks(shape))
}

/** The first paragraph of a shape keeps its distance from what is above. */
function* apart(shape: XmlElement, reasonOf: RunReason): Generator<FlowBlock> {
  for (const [i, { isTight, ...block }] of [...drawingParagraphs(shape, reasonOf)].entries())
    yield i > 0 && isTight ? { ...block, isTight } : block
}

function toRow(row: XmlElement, looks: (cell: XmlElement) => RunReason): TableRow {
  return elementsOf(row)
    .filter(({ name, attributes }) => name === 'tc' && attributes.hMerge !== '1')
    .map((cell) => ({
      text: cell.attributes.vMerge === '1' ? '' : drawingText(cell, looks(cell)),
      span: Math.max(1, Number(cell.attributes.gridSpan) || 1),
    }))
}

function* readNotes(notes: XmlElement): Generator<FlowBlock> {
  const bodies = findAll(notes, 'sp').filter((shape) => kindOfPlaceholder(shape) === 'body')
  const text = bodies.map((body) => drawingText(childOf(body, 'txBody') ?? body)).join('\n')
  if (text.trim() !== '') yield { kind: 'text', text: `Notes: ${text}` }
}
