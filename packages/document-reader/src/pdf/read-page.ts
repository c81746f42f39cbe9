import type { Box, HiddenReason, Page } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import { groupLines } from '../words/group-lines.ts'
import { groupWords, type PlacedWord } from '../words/group-words.ts'
import { turnMarks } from '../words/place-words.ts'
import { readAnnotationWords, readHiddenAnnotations } from './annotations/annotation-words.ts'
import type { OpenDocument } from './document/open-document.ts'
import { openFontMetrics } from './glyphs/font-metrics.ts'
import { type PageCount, readGlyphs } from './glyphs/read-glyphs.ts'
import { describeHidden } from './hidden/describe-hidden.ts'
import { type Separated, separateHidden } from './hidden/separate-hidden.ts'
import { displaySize, type PageFrame } from './pdfium/page-frame.ts'
import type { Pdfium, Scratch } from './pdfium/pdfium.ts'
import { findTextPictures, type TextPicture } from './pictures/find-text-pictures.ts'
import { readRules } from './rules/read-rules.ts'
import { measurePage, type PageSignals } from './signals/page-signals.ts'
import { findUnreadableFonts, type UnreadableFonts } from './signals/unreadable-fonts.ts'

/** `ink`: no words, yet something that may be read. A page that does not load is `broken` and empty. */
export type PageState = 'words' | 'ink' | 'blank' | 'broken'

const letter: PageFrame = { left: 0, bottom: 0, right: 612, top: 792, rotation: 0 }

/** Absent is no. */
export type ReadPageOptions = {
  readonly withGlyphs?: boolean | undefined
  readonly withRules?: boolean | undefined
  /** Whether text that nobody sees is looked for, and what becomes of it. */
  readonly hidden?: HiddenHandling | undefined
  /** Whether small pictures are looked at for letters. */
  readonly withTextPictures?: boolean | undefined
  /** Nothing will be read by OCR, so nobody asks what needs it. */
  readonly isNativeOnly?: boolean | undefined
}

export type PageReading = {
  readonly page: Page
  /** The same without the words in fonts that cannot be read; absent where there are none. */
  readonly readable?: Page
  readonly state: PageState
  /** Nothing is drawn on it at all, not even a line. */
  readonly isEmpty: boolean
  readonly signals: PageSignals
  /** Small pictures that seem to carry words which the file does not spell, where they were asked for. */
  readonly textPictures: readonly TextPicture[]
}

const nothing: PageSignals = {
  letters: 0,
  gibberish: 0,
  unreadable: 0,
  gibberishOfRest: 0,
  pictureArea: 0,
  smallPictures: [],
  hasInk: false,
}
const noLetters: PageCount = { letters: 0, unknown: 0, unmapped: 0, fonts: new Map() }

/** The native text of a page, zero-based, and what it tells about the need for OCR. */
export function readPage(
  open: OpenDocument,
  number: number,
  options: ReadPageOptions = {},
): PageReading {
  const { pdfium, document } = open
  const handle = pdfium.FPDF_LoadPage(document, number)
  if (handle === 0)
    return {
      page: emptyPage(number, letter),
      state: 'broken',
      isEmpty: true,
      signals: nothing,
      textPictures: [],
    }
  try {
    return readLoaded(open, { handle, number, options })
  } finally {
    pdfium.FPDF_ClosePage(handle)
  }
}

type Loaded = {
  readonly handle: number
  readonly number: number
  readonly options: ReadPageOptions
}

function readLoaded(open: OpenDocument, { handle, number, options }: Loaded): PageReading {
  const { pdfium, scratch } = open
  const frame = frameOf(pdfium, handle, scratch)
  const native = nativeWords(open, { page: handle, frame, options })
  const marked = turnMarks(readAnnotationWords({ ...open, page: handle, frame }), native.words)
  const placed = [...withoutPrintedBoxes(native.words, marked), ...marked]
  const visible = placed.filter((word) => isVisible(word, frame))
  const rules = options.withRules ? { rules: readRules({ ...open, page: handle, frame }) } : {}
  const hidden = options.hidden
    ? hiddenOn({ ...open, page: handle, frame }, native.separated)
    : undefined
  const page = { ...emptyPage(number, frame), ...groupLines(visible), ...rules, ...hidden }
  const { words } = page
  if (options.isNativeOnly && words.length > 0) return nativeReading(page)
  const { count } = native
  const unreadable = withLying(findUnreadableFonts(native.words, count), native.separated)
  const hiddenRuns = native.separated?.runs
  const looked = { ...open, page: handle, frame, words, count, unreadable, hiddenRuns }
  const signals = measurePage(looked)
  const state = words.length > 0 ? 'words' : signals.hasInk ? 'ink' : 'blank'
  const textPictures = options.withTextPictures
    ? findTextPictures(pdfium, { page: handle, ...displaySize(frame) }, signals.smallPictures)
    : []
  const isEmpty = state === 'blank' && !showsAnything(pdfium, handle)
  const readable = withoutFonts(page, visible, unreadable.fonts)
  return { page, ...readable, state, isEmpty, signals, textPictures }
}

function nativeReading(page: Page): PageReading {
  return { page, state: 'words', isEmpty: false, signals: nothing, textPictures: [] }
}

function showsAnything(pdfium: Pdfium, page: number): boolean {
  return pdfium.FPDFPage_CountObjects(page) > 0 || pdfium.FPDFPage_GetAnnotCount(page) > 0
}

function withoutFonts(
  page: Page,
  words: readonly PlacedWord[],
  fonts: ReadonlySet<number>,
): { readonly readable?: Page } {
  if (fonts.size === 0) return {}
  const kept = words.filter(({ font }) => !font || !fonts.has(font))
  return { readable: { ...page, ...groupLines(kept) } }
}

function emptyPage(number: number, frame: PageFrame): Page {
  return { number, ...displaySize(frame), rotation: frame.rotation, words: [], lines: [] }
}

/** The crop box inside the media box; a page that states an empty one is shown as US letter. */
export function frameOf(pdfium: Pdfium, page: number, scratch: Scratch): PageFrame {
  const turns = pdfium.FPDFPage_GetRotation(page)
  const rotation = ((((turns % 4) + 4) % 4) * 90) as PageFrame['rotation']
  const isKnown = pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) === 1
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  if (!isKnown || right <= left || top <= bottom) return { ...letter, rotation }
  return { left, top, right, bottom, rotation }
}

type NativeWords = {
  readonly words: PlacedWord[]
  readonly count: PageCount
  readonly separated?: Separated
}

type LoadedPage = {
  readonly page: number
  readonly frame: PageFrame
  readonly options: ReadPageOptions
}

function nativeWords(open: OpenDocument, { page, frame, options }: LoadedPage): NativeWords {
  const { pdfium } = open
  const textPage = pdfium.FPDFText_LoadPage(page)
  if (textPage === 0) return { words: [], count: noLetters }
  try {
    const metrics = options.withGlyphs ? openFontMetrics(open, textPage, frame) : undefined
    const { glyphs, count } = readGlyphs(open, textPage, frame, {
      metrics,
      withInk: options.hidden !== undefined,
    })
    if (!options.hidden) return { words: groupWords(glyphs, options.withGlyphs), count }
    const separated = separateHidden({ ...open, page, frame }, glyphs)
    const kept = options.hidden === 'named' ? glyphs : separated.visible
    return { words: groupWords(kept, options.withGlyphs), count, separated }
  } finally {
    pdfium.FPDFText_ClosePage(textPage)
  }
}

/** What is drawn in place of the letters that a font names is read from the picture of the page. */
function withLying(found: UnreadableFonts, separated: Separated | undefined): UnreadableFonts {
  if (!separated || separated.lyingFonts.size === 0) return found
  return { ...found, fonts: new Set([...found.fonts, ...separated.lyingFonts]) }
}

function hiddenOn(
  given: OpenDocument & { readonly page: number; readonly frame: PageFrame },
  separated: Separated | undefined,
): Pick<Page, 'hidden'> {
  const words = new Map<HiddenReason, readonly PlacedWord[]>()
  for (const [reason, glyphs] of separated?.hidden ?? []) words.set(reason, groupWords(glyphs))
  const annotated = readHiddenAnnotations(given)
  if (annotated.length > 0) words.set('annotation', annotated)
  const hidden = describeHidden(words)
  return hidden.length > 0 ? { hidden } : {}
}

/** Words beside the displayed page are not part of what a person sees. */
function isVisible({ word }: PlacedWord, frame: PageFrame): boolean {
  const { width, height } = displaySize(frame)
  return isWithin(word.box, [0, 0, width, height])
}

const printedBox = /^[\u25a1\u25a2\u25fb\u25fd\u2610-\u2612\u2751\u2752\uf06f\uf0a8]$/u

/** A form often has its check box over one that is printed; the field knows more. */
function withoutPrintedBoxes(
  native: readonly PlacedWord[],
  marked: readonly PlacedWord[],
): readonly PlacedWord[] {
  const fields = marked.filter(({ word }) => word.isCheckbox)
  if (fields.length === 0) return native
  return native.filter(
    ({ word }) =>
      !printedBox.test(word.text) || !fields.some((field) => isWithin(word.box, field.word.box)),
  )
}

function isWithin(box: Box, outer: Box): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}
