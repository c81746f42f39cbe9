import { omitUndefined } from '@recto/omit-undefined'
import type { DocumentText, Page } from '../model.ts'
import { assembleText, type LayoutText, separatorOf, type TextPart } from './assemble-text.ts'
import type { LineSplitterStrategy, RowOptions } from './cluster-rows.ts'
import { layOutPage, type PageOptions } from './lay-out-page.ts'

export type { LayoutText } from './assemble-text.ts'

export type LayoutOptions = {
  /** Ends every page; `{{page_no}}` in it becomes the number of the page, from 1. Default `<<<`. */
  readonly pageSeparator?: string
  /** Above 1, columns move apart. */
  readonly horizontalStretch?: number
  /** Share of the letters' height by which a word may leave the base line of its row; default 0.4. */
  readonly lineSplitterTolerance?: number
  /** Default `left-priority`. */
  readonly lineSplitterStrategy?: LineSplitterStrategy
  /** Draws the ruling lines of the page as `|` and, only together with them, `-`. */
  readonly markVerticalLines?: boolean
  readonly markHorizontalLines?: boolean
  /** Puts `0x1F: ` before every line of the text, the blank ones included. */
  readonly addLineNumbers?: boolean
}

/**
 * The text as on a typewriter: words side by side on the page are one line of text and keep their columns by
 * spacing. A page is two blank lines, its lines, each ended by a space, a blank line, the separator and
 * a form feed; an empty page has no leading lines. Lines that the small OCR engine read end without the
 * space. Same document, same text.
 */
export function layoutText(document: DocumentText, options: LayoutOptions = {}): LayoutText {
  const settings = pageOptions(options)
  return assembleText(document, (page) => partsOf(page, settings, options), options)
}

function partsOf(page: Page, settings: PageOptions, { pageSeparator }: LayoutOptions): TextPart[] {
  const lines = layOutPage(page, settings)
  const lineEnd = page.ocr === 'low_cost' ? '\n' : ' \n'
  return [
    ...(lines.length > 0 ? [{ text: '\n\n' }] : []),
    ...lines.map(({ text, words }) =>
      omitUndefined({
        text: text === '' ? '\n' : text + lineEnd,
        words: words.length > 0 ? words : undefined,
      }),
    ),
    { text: `\n${separatorOf(page, pageSeparator)}\f` },
  ]
}

function pageOptions(options: LayoutOptions): PageOptions {
  const { markVerticalLines = false, markHorizontalLines = false } = options
  const allRulings = markHorizontalLines ? 'both' : 'vertical'
  return {
    stretch: options.horizontalStretch ?? 1,
    ...rowOptions(options),
    marks: markVerticalLines ? allRulings : 'none',
  }
}

/** Applies the defaults. */
export function rowOptions(
  options: Pick<LayoutOptions, 'lineSplitterTolerance' | 'lineSplitterStrategy'>,
): RowOptions {
  return {
    tolerance: options.lineSplitterTolerance ?? 0.4,
    strategy: options.lineSplitterStrategy ?? 'left-priority',
  }
}
