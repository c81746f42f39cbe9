import { type PageDraft, settleBlocks } from '@recto/document-text/blocks/document-blocks'
import { findBlocks } from '@recto/document-text/blocks/find-blocks'
import { type HandwritingEntry, listHandwriting } from '@recto/document-text/handwriting'
import { numberLines } from '@recto/document-text/layout/assemble-text'
import {
  confidenceMetadata,
  type WordConfidence,
} from '@recto/document-text/layout/confidence-metadata'
import { type LayoutText, layoutText } from '@recto/document-text/layout/layout-text'
import { type LineTableRow, lineTable } from '@recto/document-text/layout/line-table'
import { phraseText } from '@recto/document-text/layout/phrase-text'
import { rawText } from '@recto/document-text/layout/raw-text'
import { selectWords } from '@recto/document-text/layout/select-words'
import { type DocumentText, formatVersion, type Page } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import { readModeOf } from './read-options.ts'
import type { PageBlocks, TextResult } from './result-files.ts'

export type Rendering = { add(page: Page): void; finish(): TextResult }

/** Writes a text page by page, so that a long document takes only the memory of its text. */
export function openRendering(options: TextJobOptions): Rendering {
  const texts: string[] = []
  const lines: LineTableRow[] = []
  const confidence: (readonly WordConfidence[])[] = []
  const pages: PageToSettle[] = []
  const handwrittenEntries: HandwritingEntry[] = []
  return {
    add(page) {
      handwrittenEntries.push(...(listHandwriting([page]) ?? []))
      const document = selectWords({ formatVersion, pages: [page] }, selectOptionsOf(options))
      const pageText = writeLayoutText(document, options)
      texts.push(pageText.text)
      if (options.output === 'blocks') pages.push(draftOf(document.pages[0] ?? page, pageText.text))
      appendPage(confidence, confidenceMetadata(document, pageText), (words) => words.length > 0)
      if (!options.hasLineNumbers) return
      appendPage(lines, lineTable(document, pageText), ({ pageHeight }) => pageHeight > 0)
    },
    finish() {
      const text = texts.join('')
      return {
        text: options.hasLineNumbers ? numberLines(text) : text,
        confidence,
        lines,
        ...omitUndefined({
          pages: options.output === 'blocks' ? settlePages(pages) : undefined,
          handwriting: handwrittenEntries.length > 0 ? handwrittenEntries : undefined,
        }),
      }
    },
  }
}

/** A page whose blocks are not settled before all pages are there. */
type PageToSettle = Omit<PageBlocks, 'blocks'> & PageDraft

const draftOf = (page: Page, text: string): PageToSettle => ({
  number: page.number,
  width: page.width,
  height: page.height,
  text: text.trimEnd(),
  blocks: findBlocks(page),
})

function settlePages(pages: readonly PageToSettle[]): readonly PageBlocks[] {
  const blocks = settleBlocks(pages)
  return pages.map((page, i) => ({ ...page, blocks: blocks[i]! }))
}

function writeLayoutText(document: DocumentText, options: TextJobOptions): LayoutText {
  const layout = layoutOptionsOf(options)
  if (options.output !== 'text') return layoutText(document, layout)
  if (options.mode === 'native_text') return rawText(document, layout)
  return phraseText(document, { ...layout, blankLines: options.mode === 'low_cost' ? 2 : 0 })
}

/**
 * Appends the lines of a page; the last line of a page and the first of the next are the same line.
 */
function appendPage<T>(all: T[], pageEntries: readonly T[], isFull: (entry: T) => boolean): void {
  const [first, ...rest] = pageEntries
  const last = all.pop()
  if (first !== undefined) all.push(last !== undefined && isFull(last) ? last : first)
  for (const entry of rest) all.push(entry)
}

function layoutOptionsOf(options: TextJobOptions) {
  return {
    pageSeparator: options.pageSeparator,
    horizontalStretch: options.horizontalStretch,
    lineSplitterTolerance: options.lineSplitterTolerance,
    lineSplitterStrategy: options.lineSplitterStrategy,
    markVerticalLines: options.marksVerticalLines,
    markHorizontalLines: options.marksHorizontalLines,
  }
}

function selectOptionsOf(options: TextJobOptions) {
  return {
    mode: readModeOf(options.mode),
    wordConfidenceThreshold: options.wordConfidenceThreshold,
    allowRotatedText: options.allowsRotatedText,
    watermarkAngleThreshold: options.watermarkAngleThreshold,
    ignoreVerticalText: options.ignoresVerticalText,
  }
}
