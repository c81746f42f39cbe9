import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import { alignTabs } from '../parts/align-tabs.ts'
import {
  type PartRelation,
  pathsOf,
  readMainPart,
  readPart,
  readRelations,
} from '../parts/office-part.ts'
import { openZip } from '../parts/open-zip.ts'
import { type DocxContext, docxBlocks } from './docx-blocks.ts'
import { readNumbering } from './docx-numbering.ts'
import { readStyles } from './docx-styles.ts'
import { openHiddenRuns } from './hidden-runs.ts'

/**
 * A Word document from top to bottom: headers once at the start, footers once at the end, then the notes that
 * the text refers to. Pages break where the document says that they did. Throws `ReadError`.
 */
export function* readDocx(bytes: Uint8Array): Generator<FlowBlock> {
  const zip = openZip(bytes)
  const [root] = [...readRelations(zip, '').values()].filter(
    ({ type }) => type === 'officeDocument',
  )
  const path = root?.path ?? 'word/document.xml'
  const document = readMainPart(zip, path)
  const relations = readRelations(zip, path)
  const part = (type: string) => readPart(zip, pathsOf(relations, type)[0] ?? '')
  const notes: Note[] = []
  const styles = part('styles')
  const headerAndFooterPaths = ['header', 'footer'].flatMap((kind) => pathsOf(relations, kind))
  const frames = new Map(headerAndFooterPaths.map((one) => [one, readPart(zip, one)]))
  const hiddenRuns = openHiddenRuns(styles, [document, ...frames.values()])
  const context: DocxContext = {
    styles: readStyles(styles),
    hiddenRuns,
    nextLabel: readNumbering(part('numbering')),
    noteMark(kind, id) {
      notes.push({ kind, id })
      return ` [${notes.length}] `
    },
  }
  hiddenRuns.lookAt(document)

  const frameContext = { document, relations, context, frames }
  yield* frame({ ...frameContext, kind: 'header' })
  const body = childOf(document, 'body')
  if (body) yield* alignTabs(docxBlocks(body, context))
  yield* frame({ ...frameContext, kind: 'footer' })
  yield* readNotes(notes, part, context)
}

type Note = { readonly kind: string; readonly id: string }
type Frame = {
  readonly document: XmlElement
  readonly relations: ReadonlyMap<string, PartRelation>
  readonly context: DocxContext
  /** Headers and footers, by path. */
  readonly frames: ReadonlyMap<string, XmlElement>
  readonly kind: 'header' | 'footer'
}

/** The headers or footers that a section uses, each once. */
function* frame({ document, relations, context, frames, kind }: Frame): Generator<FlowBlock> {
  const references = findAll(document, `${kind}Reference`)
  const paths = references.map(({ attributes }) => relations.get(attributes['r:id'] ?? '')?.path)
  const seenTexts = new Set<string>()
  for (const path of new Set(paths)) {
    const part = frames.get(path ?? '')
    const blocks = part ? partBlocks(part, context) : []
    const visibleBlocks = [...alignTabs(blocks.filter((block) => block.kind !== 'page'))]
    const key = JSON.stringify(visibleBlocks)
    if (!seenTexts.has(key)) yield* visibleBlocks
    seenTexts.add(key)
  }
}

function partBlocks(part: XmlElement, context: DocxContext): FlowBlock[] {
  context.hiddenRuns.lookAt(part)
  return [...docxBlocks(part, context)]
}

function* readNotes(
  notes: readonly Note[],
  part: (type: string) => XmlElement,
  context: DocxContext,
): Generator<FlowBlock> {
  const roots = new Map(['footnote', 'endnote'].map((kind) => [kind, part(`${kind}s`)]))
  const silent = { ...context, noteMark: () => '' }
  for (const [i, { kind, id }] of notes.entries()) {
    const note = elementsOf(roots.get(kind)!).find(({ attributes }) => attributes.id === id)
    const blocks = note ? partBlocks(note, silent) : []
    const texts = blocks.map((block) => (block.kind === 'text' ? block.text.trim() : ''))
    yield { kind: 'text', text: `[${i + 1}] ${texts.join('\n')}`, isTight: true }
  }
}
