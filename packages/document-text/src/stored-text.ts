import {
  type Box,
  type DocumentText,
  formatVersion,
  type Line,
  type Page,
  type Word,
} from './model.ts'

/** Texts, then boxes as one row of numbers; what is the same for all native words is left out. */
type StoredPage = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly rotation: Page['rotation']
  readonly texts: readonly string[]
  readonly boxes: readonly number[]
  readonly lines: readonly (readonly number[])[]
  readonly origins?: readonly Word['origin'][]
  readonly confidences?: readonly number[]
}

/** JSON that `parseStoredDocumentText` reads again. Points are rounded to two decimals. */
export function storeDocumentText(document: DocumentText): string {
  return JSON.stringify({ formatVersion, pages: document.pages.map(storePage) })
}

/** Throws when the text was stored by another version of the format, or is not one at all. */
export function parseStoredDocumentText(json: string): DocumentText {
  const stored: unknown = JSON.parse(json)
  if (!isRecord(stored) || !Array.isArray(stored.pages))
    throw new Error('This is not a stored document text.')
  if (stored.formatVersion !== formatVersion)
    throw new Error(
      `The document text is stored in format ${stored.formatVersion}; this program reads format ${formatVersion}. Read the document again.`,
    )
  return { formatVersion, pages: stored.pages.map(restorePage) }
}

function storePage(page: Page): StoredPage {
  const { number, rotation, words, lines } = page
  const isNative = words.every(({ origin, confidence }) => origin === 'native' && confidence === 1)
  return {
    number,
    width: round(page.width),
    height: round(page.height),
    rotation,
    texts: words.map(({ text }) => text),
    boxes: words.flatMap(({ box }) => box.map(round)),
    lines: lines.map(({ start, end, box, angle = 0 }) => [start, end, angle, ...box.map(round)]),
    ...(isNative ? {} : { origins: words.map(({ origin }) => origin) }),
    ...(isNative ? {} : { confidences: words.map(({ confidence }) => confidence) }),
  }
}

function restorePage(stored: unknown): Page {
  if (!isStoredPage(stored)) throw new Error('A page of the stored document text is damaged.')
  const { number, width, height, rotation, texts, boxes, origins, confidences } = stored
  const words = texts.map((text, i): Word => {
    const box = boxOf(boxes.slice(i * 4, i * 4 + 4))
    return { text, box, confidence: confidences?.[i] ?? 1, origin: origins?.[i] ?? 'native' }
  })
  return { number, width, height, rotation, words, lines: stored.lines.map(restoreLine) }
}

function restoreLine([start = 0, end = 0, angle = 0, ...box]: readonly number[]): Line {
  return { box: boxOf(box), start, end, ...(angle === 0 ? {} : { angle }) }
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}
