import { omitUndefined } from '@recto/omit-undefined'
import { type Colour, parseColour, white } from '../../images/colour.ts'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import { hasMarks } from '../../typeset/hidden-marks.ts'
import { alignTabs } from '../parts/align-tabs.ts'
import { readMainPart, readPart } from '../parts/office-part.ts'
import { openZip } from '../parts/open-zip.ts'
import type { ShownSheet } from '../parts/sheet-table.ts'
import { blockText, type OdfContext, odfBlocks } from './odf-blocks.ts'
import { readOdfLooks } from './odf-looks.ts'
import { cellsOfSheets, odfSheets } from './odf-sheet.ts'
import { readOdfStyles } from './odf-styles.ts'
import { readSlideLooks, type ShapeLook } from './slide-looks.ts'

/** An OpenDocument text, spreadsheet or presentation. Throws `ReadError`. */
export const readOdf = (bytes: Uint8Array): Generator<FlowBlock> => readParts(openOdf(bytes))

/** The same as one XML document, which has all parts of the container in its root. Throws `ReadError`. */
export const readFlatOdf = (root: XmlElement): Generator<FlowBlock> =>
  readParts(partsOf(root, root))

function* readParts({ content, styles, bodies }: OdfParts): Generator<FlowBlock> {
  const notes: XmlElement[] = []
  const context: OdfContext = {
    ...openContext(styles, content, bodies),
    noteMark: (note) => ` [${notes.push(note)}] `,
  }
  for (const body of bodies) {
    if (body.name === 'spreadsheet') yield* odfSheets(body, context)
    else if (body.name === 'presentation') yield* readSlides(body, styles, context)
    else yield* readDocument(body, styles, context)
  }
  const silent = { ...context, noteMark: () => '' }
  for (const [i, note] of notes.entries()) {
    const text = blockText(childOf(note, 'note-body') ?? note, silent)
    yield { kind: 'text', text: `[${i + 1}] ${text}`, isTight: true }
  }
}

type OdfParts = {
  readonly content: XmlElement
  readonly styles: XmlElement
  readonly bodies: readonly XmlElement[]
}

function openOdf(bytes: Uint8Array): OdfParts {
  const zip = openZip(bytes)
  return partsOf(readMainPart(zip, 'content.xml'), readPart(zip, 'styles.xml'))
}

const partsOf = (content: XmlElement, styles: XmlElement): OdfParts => ({
  content,
  styles,
  bodies: elementsOf(childOf(content, 'body') ?? content),
})

function openContext(
  styles: XmlElement,
  content: XmlElement,
  bodies: readonly XmlElement[],
): OdfContext {
  const isText = bodies.some(({ name }) => name === 'text')
  const looks = readOdfLooks([styles, content], isText ? paperOf(styles) : white)
  return {
    styles: readOdfStyles([styles, content]),
    looks,
    look: looks.usual,
    noteMark: () => '',
  }
}

/** The colour of the first kind of page; `undefined` where it is not known, such as a picture. */
function paperOf(styles: XmlElement): Colour | undefined {
  const [properties] = findAll(styles, 'page-layout-properties')
  const {
    fill,
    'fill-color': fillColour,
    'background-color': colour,
  } = properties?.attributes ?? {}
  const isPlain = fill === undefined || fill === 'none' || fill === 'solid'
  const value = fill === 'solid' ? fillColour : colour
  if (!isPlain) return undefined
  return value === undefined || value === 'transparent' ? white : parseColour(value)
}

/** The cells of a spreadsheet's sheets that are shown. Throws `ReadError`. */
export function odsSheets(bytes: Uint8Array): readonly ShownSheet[] {
  const { content, styles, bodies } = openOdf(bytes)
  const context = openContext(styles, content, bodies)
  return bodies
    .filter(({ name }) => name === 'spreadsheet')
    .flatMap((body) => cellsOfSheets(body, context))
}

/** Headers once at the start, footers once at the end. */
function* readDocument(
  body: XmlElement,
  styles: XmlElement,
  context: OdfContext,
): Generator<FlowBlock> {
  const masters = findAll(styles, 'master-page').slice(0, 1)
  for (const master of masters) yield* framed(master, 'header', context)
  yield* alignTabs(odfBlocks(body, context))
  for (const master of masters) yield* framed(master, 'footer', context)
}

function* framed(master: XmlElement, name: string, context: OdfContext): Generator<FlowBlock> {
  const part = childOf(master, name)
  if (part && part.attributes.display !== 'false') yield* alignTabs(odfBlocks(part, context))
}

function* readSlides(
  body: XmlElement,
  styles: XmlElement,
  context: OdfContext,
): Generator<FlowBlock> {
  const lookOf = readSlideLooks(styles, context.looks)
  for (const slide of elementsOf(body))
    if (slide.name === 'page') yield* readSlide(slide, lookOf(slide), context)
}

function* readSlide(
  slide: XmlElement,
  shapeLook: ShapeLook,
  context: OdfContext,
): Generator<FlowBlock> {
  const inShape = (shape: XmlElement) => ({ ...context, look: shapeLook(shape) })
  const shapes = elementsOf(slide).filter(({ name }) => name !== 'notes')
  const title = shapes.find(({ attributes }) => attributes.class === 'title')
  const markedName = title ? blockText(title, inShape(title)) : ''
  // A title that nobody sees is no name for the page.
  const name = hasMarks(markedName) ? '' : markedName.replaceAll('\n', ' ')
  yield { kind: 'page', isUnbroken: true, ...omitUndefined({ title: name || undefined }) }
  const otherShapes = shapes.filter((one) => one !== title || !name).sort(byPlace)
  for (const shape of otherShapes.flatMap(withoutGroups)) yield* odfBlocks(shape, inShape(shape))
  const notes = childOf(slide, 'notes')
  const notesText = notes ? blockText(notes, context) : ''
  if (notesText.trim() !== '') yield { kind: 'text', text: `Notes: ${notesText}` }
}

/** The shapes of a group stand where they say themselves. */
const withoutGroups = (shape: XmlElement): readonly XmlElement[] =>
  shape.name === 'g' ? elementsOf(shape).flatMap(withoutGroups) : [shape]

/** Sorts from top to bottom, then from left to right; a quarter of a unit counts as equal. */
function byPlace(a: XmlElement, b: XmlElement): number {
  const top = place(a, 'y')
  const otherTop = place(b, 'y')
  return Math.abs(top - otherTop) > 0.25 ? top - otherTop : place(a, 'x') - place(b, 'x')
}

function place({ attributes }: XmlElement, name: string): number {
  return Number.parseFloat(attributes[name] ?? '0') || 0
}
