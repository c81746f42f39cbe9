import { omitUndefined } from '@recto/omit-undefined'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import { alignTabs } from '../parts/align-tabs.ts'
import { readMainPart, readPart } from '../parts/office-part.ts'
import { openZip } from '../parts/open-zip.ts'
import type { ShownSheet } from '../parts/sheet-table.ts'
import { blockText, type OdfContext, odfBlocks } from './odf-blocks.ts'
import { cellsOfSheets, odfSheets } from './odf-sheet.ts'
import { readOdfStyles } from './odf-styles.ts'

/** An OpenDocument text, spreadsheet or presentation. Throws `ReadError`. */
export function* readOdf(bytes: Uint8Array): Generator<FlowBlock> {
  const { content, styles, bodies } = openOdf(bytes)
  const notes: XmlElement[] = []
  const context: OdfContext = {
    styles: readOdfStyles([styles, content]),
    noteMark: (note) => ` [${notes.push(note)}] `,
  }
  for (const body of bodies) {
    if (body.name === 'spreadsheet') yield* odfSheets(body, context)
    else if (body.name === 'presentation') yield* readSlides(body, context)
    else yield* readDocument(body, styles, context)
  }
  const silent = { ...context, noteMark: () => '' }
  for (const [i, note] of notes.entries()) {
    const text = blockText(childOf(note, 'note-body') ?? note, silent)
    yield { kind: 'text', text: `[${i + 1}] ${text}`, isTight: true }
  }
}

function openOdf(bytes: Uint8Array) {
  const zip = openZip(bytes)
  const content = readMainPart(zip, 'content.xml')
  const styles = readPart(zip, 'styles.xml')
  return { content, styles, bodies: elementsOf(childOf(content, 'body') ?? content) }
}

/** The cells of a spreadsheet's sheets that are shown. Throws `ReadError`. */
export function odsSheets(bytes: Uint8Array): readonly ShownSheet[] {
  const { content, styles, bodies } = openOdf(bytes)
  const context = { styles: readOdfStyles([styles, content]), noteMark: () => '' }
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

function* readSlides(body: XmlElement, context: OdfContext): Generator<FlowBlock> {
  for (const slide of elementsOf(body)) if (slide.name === 'page') yield* readSlide(slide, context)
}

function* readSlide(slide: XmlElement, context: OdfContext): Generator<FlowBlock> {
  const shapes = elementsOf(slide).filter(({ name }) => name !== 'notes')
  const title = shapes.find(({ attributes }) => attributes.class === 'title')
  const name = title ? blockText(title, context).replaceAll('\n', ' ') : ''
  yield { kind: 'page', isUnbroken: true, ...omitUndefined({ title: name || undefined }) }
  for (const shape of shapes.filter((one) => one !== title || !name).sort(byPlace))
    yield* odfBlocks({ ...slide, children: [shape] }, context)
  const notes = childOf(slide, 'notes')
  const notesText = notes ? blockText(notes, context) : ''
  if (notesText.trim() !== '') yield { kind: 'text', text: `Notes: ${notesText}` }
}

/** Sorts from top to bottom, then from left to right; a quarter of a unit counts as equal. */
function byPlace(a: XmlElement, b: XmlElement): number {
  const top = place(a, 'y')
  const otherTop = place(b, 'y')
  return Math.abs(top - otherTop) > 0.25 ? top - otherTop : place(a, 'x') - place(b, 'x')
}

function place({ attributes }: XmlElement, name: string): number {
  return Number.parseFloat(attributes[name] ?? '0') || 0
}
