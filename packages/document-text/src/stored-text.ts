import { omitUndefined } from '@recto/omit-undefined'
import {
  type Attachment,
  type Box,
  type DocumentText,
  formatVersion,
  type GlyphRun,
  type Line,
  type Page,
  type Word,
  type WordStyle,
} from './model.ts'

/** Texts, then boxes as one row of numbers; what is the same for all native words is left out. */
type StoredPage = Omit<Page, 'words' | 'lines' | 'rules'> & {
  readonly texts: readonly string[]
  readonly boxes: readonly number[]
  /** Start, end, angle and box of each. */
  readonly lines: readonly (readonly number[])[]
  readonly origins?: readonly Word['origin'][]
  readonly confidences?: readonly number[]
  /** Places among the words. */
  readonly checkboxes?: readonly number[]
  readonly struck?: readonly number[]
  /**
   * For each word its signs (1: a space follows, 2: with tops), then its edges and its tops; 0 for a word without.
   */
  readonly glyphs?: readonly (readonly number[] | 0)[]
  readonly rules?: readonly number[]
  /** Twice the hundredths of a point of each word's size, 1 more if it is bold; 0 for a word without. */
  readonly styles?: readonly number[]
}

/** The same page by page: the head, the pages with commas between them, and the tail. */
export const storedHead = `{"formatVersion":${formatVersion},"pages":[`

/** JSON that `parseStoredDocumentText` reads again. Points are rounded to two decimals, confidences to three. */
export function storeDocumentText({ pages, ...end }: DocumentText): string {
  return storedHead + pages.map(storedPage).join(',') + storedTail(end)
}

export const storedPage = (page: Page): string => JSON.stringify(storePage(page))

/** These facts are known of a document once all of its pages were read. */
export type DocumentEnd = Pick<DocumentText, 'attachments' | 'warnings'>

export const storedTail = ({ attachments, warnings }: DocumentEnd): string =>
  `]${storedList('attachments', attachments)}${storedList('warnings', warnings)}}`

const storedList = (name: string, items: readonly unknown[] | undefined): string =>
  items ? `,"${name}":${JSON.stringify(items)}` : ''

/** Throws when the text was stored by another version of the format, or is not one at all. */
export function parseStoredDocumentText(json: string): DocumentText {
  const parsed: unknown = JSON.parse(json)
  if (!isRecord(parsed) || !Array.isArray(parsed.pages))
    throw new Error('This is not a stored document text.')
  if (parsed.formatVersion !== formatVersion)
    throw new Error(
      `The document text is stored in format ${parsed.formatVersion}; this program reads format ${formatVersion}. Read the document again.`,
    )
  const { attachments, warnings } = parsed
  return {
    formatVersion,
    pages: parsed.pages.map(restorePage),
    ...omitUndefined({
      attachments: isAttachments(attachments) ? attachments : undefined,
      warnings: isTexts(warnings) ? warnings : undefined,
    }),
  }
}

function storePage({ words, lines, rules, ...page }: Page): StoredPage {
  const isNative = words.every(({ origin }) => origin === 'native')
  const isCertain = words.every(({ confidence }) => confidence === 1)
  const checkboxes = placesOf(words, ({ isCheckbox }) => isCheckbox)
  const struckPlaces = placesOf(words, ({ isStruck }) => isStruck)
  const hasGlyphs = words.some(({ glyphs }) => glyphs)
  return {
    ...page,
    width: round(page.width),
    height: round(page.height),
    texts: words.map(({ text }) => text),
    boxes: words.flatMap(({ box }) => box.map(round)),
    lines: lines.map(({ start, end, box, angle = 0 }) => [start, end, angle, ...box.map(round)]),
    ...omitUndefined({
      origins: isNative ? undefined : words.map(({ origin }) => origin),
      confidences: isCertain
        ? undefined
        : words.map(({ confidence }) => Math.round(confidence * 1000) / 1000),
      checkboxes: checkboxes.length === 0 ? undefined : checkboxes,
      struck: struckPlaces.length === 0 ? undefined : struckPlaces,
      glyphs: hasGlyphs ? words.map(storeGlyphs) : undefined,
      rules: rules?.flatMap((box) => box.map(round)),
      styles: words.some(({ style }) => style) ? words.map(storeStyle) : undefined,
    }),
  }
}

function placesOf(
  words: readonly Word[],
  hasMark: (word: Word) => true | undefined,
): readonly number[] {
  return words.map((word, i) => (hasMark(word) ? i : -1)).filter((i) => i >= 0)
}

function restorePage(value: unknown): Page {
  if (!isStoredPage(value)) throw new Error('A page of the stored document text is damaged.')
  const { texts, boxes, origins, confidences, checkboxes, struck: _, ...rest } = value
  const { glyphs, rules, lines, styles: __, ...page } = rest
  return {
    ...page,
    words: restoreWords(value),
    lines: lines.map(restoreLine),
    ...omitUndefined({ rules: rules && boxesOf(rules) }),
  }
}

function restoreWords(storedPage: StoredPage): Word[] {
  const { texts, origins, confidences, glyphs, styles } = storedPage
  const boxes = boxesOf(storedPage.boxes)
  const checkboxes = new Set(storedPage.checkboxes)
  const struckPlaces = new Set(storedPage.struck)
  return texts.map((text, i): Word => {
    const run = glyphs?.[i]
    return {
      text,
      box: boxes[i]!,
      confidence: confidences?.[i] ?? 1,
      origin: origins?.[i] ?? 'native',
      ...omitUndefined({
        isCheckbox: checkboxes.has(i) ? true : undefined,
        isStruck: struckPlaces.has(i) ? true : undefined,
        glyphs: run ? restoreGlyphs(run) : undefined,
        style: styles?.[i] ? restoreStyle(styles[i]) : undefined,
      }),
    }
  })
}

const spacedBit = 1
const topsBit = 2

function storeGlyphs({ glyphs }: Word): readonly number[] | 0 {
  if (!glyphs) return 0
  const { edges, tops, isSpaced } = glyphs
  const signs = (isSpaced ? spacedBit : 0) | (tops ? topsBit : 0)
  return [signs, ...edges.map(roundFinely), ...(tops ?? []).map(roundFinely)]
}

function restoreGlyphs([signs = 0, ...places]: readonly number[]): GlyphRun {
  const isSpaced = (signs & spacedBit) !== 0
  if ((signs & topsBit) === 0) return { edges: places, isSpaced }
  const count = (places.length / 3) * 2
  return { edges: places.slice(0, count), tops: places.slice(count), isSpaced }
}

const storeStyle = ({ style }: Word) =>
  style ? 2 * Math.round(style.size * 100) + (style.isBold ? 1 : 0) : 0

function restoreStyle(code: number): WordStyle {
  return { size: (code >> 1) / 100, ...omitUndefined({ isBold: code & 1 ? true : undefined }) }
}

/** Places of letters are compared with a limit to the byte. */
function roundFinely(points: number): number {
  return Math.round(points * 100_000) / 100_000
}

function restoreLine([start = 0, end = 0, angle = 0, ...box]: readonly number[]): Line {
  return {
    box: boxOf(box),
    start,
    end,
    ...omitUndefined({ angle: angle === 0 ? undefined : angle }),
  }
}

function boxesOf(numbers: readonly number[]): Box[] {
  return Array.from({ length: numbers.length / 4 }, (_, i) =>
    boxOf(numbers.slice(i * 4, i * 4 + 4)),
  )
}

function boxOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): Box {
  return [x0, y0, x1, y1]
}

/** The shape is ours, so this guards against cut-off or foreign JSON and not against every lie. */
function isStoredPage(value: unknown): value is StoredPage {
  if (!isRecord(value)) return false
  const { texts, boxes, lines } = value
  if (!Array.isArray(texts) || !Array.isArray(boxes) || !Array.isArray(lines)) return false
  return boxes.length === texts.length * 4
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

function isAttachments(value: unknown): value is readonly Attachment[] {
  return Array.isArray(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}
