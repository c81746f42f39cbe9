import type { DocumentText, Line, Page, Word } from '../model.ts'
import type { ReadMode } from '../reader.ts'
import { uniteBoxes } from '../unite-boxes.ts'
import { mainQuarter, turnBetween } from './text-frame.ts'

export type SelectOptions = {
  /** Mode in which the document was read; default `auto`. */
  readonly mode?: ReadMode
  /** 0 to 1: recognised words below it are dropped, not in `native_text` and `low_cost`. Default 0.3. */
  readonly wordConfidenceThreshold?: number
  /** Default true. When false, text that is turned further than the threshold is taken for a watermark. */
  readonly allowRotatedText?: boolean
  /** Degrees from the main text of the page; default 25. */
  readonly watermarkAngleThreshold?: number
  /** Drops text that stands across the main text of the page. */
  readonly ignoreVerticalText?: boolean
}

/** Degrees within which text counts as standing across. */
const verticalWithin = 15
const wordModes: readonly ReadMode[] = ['auto', 'high_quality', 'form', 'table']
const checkboxModes: readonly ReadMode[] = ['auto', 'form', 'table']
const ruleModes: readonly ReadMode[] = ['low_cost', 'high_quality', 'form', 'table']
/** Dashes that were typed to make a ruling line. */
const typedRule = /^[-‐-―=─━]{4,}$/

/** The document without the words that its reader does not want; pages that lose none are the same objects. */
export function selectWords(document: DocumentText, options: SelectOptions = {}): DocumentText {
  const { mode = 'auto', wordConfidenceThreshold = 0.3 } = options
  const minConfidence = wordModes.includes(mode) ? wordConfidenceThreshold : 0
  const withCheckboxes = checkboxModes.includes(mode)
  const withTypedRules = !ruleModes.includes(mode)
  const isWanted = (word: Word) =>
    // The confidence of a check box is that of its mark, for which there is a threshold of its own.
    (word.origin !== 'ocr' || word.isCheckbox || word.confidence >= minConfidence) &&
    (withCheckboxes || !word.isCheckbox) &&
    (withTypedRules || !typedRule.test(word.text))
  return {
    ...document,
    pages: document.pages.map((page) => selectOnPage(page, isWanted, lineFilter(page, options))),
  }
}

function lineFilter(page: Page, options: SelectOptions): (line: Line) => boolean {
  const { allowRotatedText = true, watermarkAngleThreshold = 25, ignoreVerticalText } = options
  const main = mainQuarter(page.lines)
  return ({ angle = 0 }) => {
    const turn = turnBetween(angle, main)
    if (!allowRotatedText && turn > watermarkAngleThreshold) return false
    return !ignoreVerticalText || Math.abs(turn - 90) > verticalWithin
  }
}

function selectOnPage(
  page: Page,
  isWanted: (word: Word) => boolean,
  isWantedLine: (line: Line) => boolean,
): Page {
  if (page.words.every(isWanted) && page.lines.every(isWantedLine)) return page
  const words: Word[] = []
  const lines: Line[] = []
  for (const line of page.lines) {
    const keptWords = isWantedLine(line)
      ? page.words.slice(line.start, line.end).filter(isWanted)
      : []
    if (keptWords.length === 0) continue
    const start = words.length
    words.push(...keptWords)
    const box =
      keptWords.length === line.end - line.start
        ? line.box
        : uniteBoxes(keptWords.map((word) => word.box))
    lines.push({ ...line, box, start, end: words.length })
  }
  return { ...page, words, lines }
}
