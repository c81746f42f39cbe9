import type { Box, HiddenReason, Page } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import type { Glyph } from '../words/glyph.ts'
import { groupLines } from '../words/group-lines.ts'
import { groupWords, type PlacedWord } from '../words/group-words.ts'
import { turnAnnotationWords } from '../words/place-words.ts'
import { readAnnotationWords, readHiddenAnnotations } from './annotations/annotation-words.ts'
import { findBoxes } from './boxes/find-boxes.ts'
import { settleByFields } from './boxes/settle-by-fields.ts'
import { openFontMetrics } from './glyphs/font-metrics.ts'
import { allGlyphs } from './glyphs/lost-glyphs.ts'
import { type PageCount, readGlyphs } from './glyphs/read-glyphs.ts'
import { styleWords } from './glyphs/style-words.ts'
import { describeHidden } from './hidden/describe-hidden.ts'
import {
  type FalseReplacement,
  findFalseReplacements,
  removeReplacements,
} from './hidden/replacement-texts.ts'
import { type SeparatedGlyphs, separateHidden } from './hidden/separate-hidden.ts'
import { withPage } from './pdfium/loaded-pages.ts'
import { displaySize, type PageFrame } from './pdfium/page-frame.ts'
import type { OpenDocument, Pdfium, Scratch } from './pdfium/pdfium.ts'
import { findTextPictures, type TextPicture } from './pictures/find-text-pictures.ts'
import { type PagePaths, readPaths } from './read-paths.ts'
import { markStruck } from './rulings/mark-struck.ts'
import { readRulings } from './rulings/read-rulings.ts'
import { withoutFonts as countWithoutFonts, findLostFonts } from './signals/lost-fonts.ts'
import { measurePage, type PageSignals } from './signals/page-signals.ts'
import { findUnreadableFonts, type UnreadableFonts } from './signals/unreadable-fonts.ts'

/**
 * `ink`: no words, but something that may be text. A page that does not load is `broken` and empty.
 */
export type PageState = 'words' | 'ink' | 'blank' | 'broken'

const usLetterFrame: PageFrame = { left: 0, bottom: 0, right: 612, top: 792, rotation: 0 }

/** Every option is off by default. */
export type ReadPageOptions = {
  readonly withGlyphs?: boolean | undefined
  readonly withRules?: boolean | undefined
  /** Keeps the size and the weight of the letters of each word. */
  readonly withStructure?: boolean | undefined
  /** Whether drawn check boxes are told from other shapes and signs. */
  readonly withBoxes?: boolean | undefined
  /** Whether hidden text is searched for, and how it is handled. */
  readonly hidden?: HiddenHandling | undefined
  /** Whether small pictures are checked for letters. */
  readonly withTextPictures?: boolean | undefined
  /** Whether a brand name is enough to take a small picture for text. */
  readonly withLogos?: boolean | undefined
  /** OCR is off, so the signals that decide about it are not computed. */
  readonly isNativeOnly?: boolean | undefined
  /** The end of the file is missing, and with it perhaps fonts. */
  readonly isCutOff?: boolean | undefined
}

export type PageReading = {
  readonly page: Page
  /** The page without words in unreadable fonts; absent when there are none. */
  readonly readable?: Page
  readonly state: PageState
  /** Nothing at all is drawn on it, not even a line. */
  readonly isEmpty: boolean
  readonly signals: PageSignals
  /** Small pictures that seem to contain words which are not in the text layer, if requested. */
  readonly textPictures: readonly TextPicture[]
  /** Text was left out because its font is missing. */
  readonly hasLostText?: true
}

/** More of a page tells nobody more. */
const maxHiddenTexts = 200

const emptySignals: PageSignals = {
  letters: 0,
  gibberish: 0,
  unreadable: 0,
  gibberishOfRest: 0,
  pictureArea: 0,
  smallPictures: [],
  hasInk: false,
}
const noFonts: ReadonlySet<number> = new Set()
const noLetters: PageCount = { letters: 0, unknown: 0, unmapped: 0, fonts: new Map() }

/**
 * Reads the native text of a page, zero-based, and the signals that decide whether it needs OCR.
 */
export function readPage(
  open: OpenDocument,
  number: number,
  options: ReadPageOptions = {},
): PageReading {
  const reading = withPage(open, number, (handle) => readLoaded(open, { handle, number, options }))
  return (
    reading ?? {
      page: emptyPage(number, usLetterFrame),
      state: 'broken',
      isEmpty: true,
      signals: emptySignals,
      textPictures: [],
    }
  )
}

type LoadedPageOptions = {
  readonly handle: number
  readonly number: number
  readonly options: ReadPageOptions
}

function readLoaded(
  open: OpenDocument,
  { handle, number, options }: LoadedPageOptions,
): PageReading {
  const { pdfium, scratch } = open
  const frame = getPageFrame(pdfium, handle, scratch)
  const native = readNativeWords(open, { page: handle, number, frame, options })
  const struckWords = markStruck({ ...open, page: handle, frame }, native.words, native.thinPaths)
  const nativeWords = options.withStructure ? styleWords(open, struckWords) : struckWords
  const annotationWords = turnAnnotationWords(
    readAnnotationWords({ ...open, page: handle, frame }),
    native.words,
  )
  const settledWords = settleByFields(native.boxes, annotationWords)
  const placedWords = [
    ...withoutPrintedBoxes(nativeWords, annotationWords),
    ...settledWords.boxes,
    ...settledWords.annotationWords,
  ]
  const visible = placedWords.filter((word) => isVisible(word, frame))
  const rules = options.withRules ? { rules: readRulings({ ...open, page: handle, frame }) } : {}
  const hidden = options.hidden
    ? describeHiddenText({ ...open, page: handle, frame }, native)
    : undefined
  const page = { ...emptyPage(number, frame), ...groupLines(visible), ...rules, ...hidden }
  const { words } = page
  if (native.hasLostText) return toLostReading(page)
  if (options.isNativeOnly && words.length > 0) return toNativeReading(page)
  const { count } = native
  const unreadable = addLyingFonts(findUnreadableFonts(native.words, count), native.separated)
  const hiddenRuns = native.separated?.runs
  const signalPage = { ...open, page: handle, frame, words, count, unreadable, hiddenRuns }
  const signals = measurePage(signalPage)
  const state = stateOf(page, signals)
  const textPictures = options.withTextPictures
    ? findTextPictures(
        pdfium,
        { page: handle, ...displaySize(frame) },
        { boxes: signals.smallPictures, minText: options.withLogos ? 'name' : 'words' },
      )
    : []
  const isEmpty = state === 'blank' && !showsAnything(pdfium, handle)
  const readable = withoutFonts(page, visible, unreadable.fonts)
  return { page, ...readable, state, isEmpty, signals, textPictures }
}

function toNativeReading(page: Page): PageReading {
  return { page, state: 'words', isEmpty: false, signals: emptySignals, textPictures: [] }
}

/** A picture of the page would show the lost letters as others. */
function toLostReading(page: Page): PageReading {
  const hasWords = page.words.some(({ text }) => /[\p{L}\d]/u.test(text))
  const state = hasWords ? 'words' : 'broken'
  return { ...toNativeReading(page), state, hasLostText: true }
}

function stateOf({ words }: Page, { hasInk }: PageSignals): PageState {
  if (words.length > 0) return 'words'
  return hasInk ? 'ink' : 'blank'
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
  const readableWords = words.filter(({ font }) => !font || !fonts.has(font))
  return { readable: { ...page, ...groupLines(readableWords) } }
}

function emptyPage(number: number, frame: PageFrame): Page {
  return { number, ...displaySize(frame), rotation: frame.rotation, words: [], lines: [] }
}

/**
 * Returns the crop box inside the media box; a page that states an empty one is shown as US letter.
 */
export function getPageFrame(pdfium: Pdfium, page: number, scratch: Scratch): PageFrame {
  const turns = pdfium.FPDFPage_GetRotation(page)
  const rotation = ((((turns % 4) + 4) % 4) * 90) as PageFrame['rotation']
  const isKnown = pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) === 1
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  if (!isKnown || right <= left || top <= bottom) return { ...usLetterFrame, rotation }
  return { left, top, right, bottom, rotation }
}

type NativeWords = {
  readonly words: PlacedWord[]
  /** Drawn check boxes. */
  readonly boxes: readonly PlacedWord[]
  readonly count: PageCount
  readonly thinPaths: PagePaths['thinPaths']
  readonly hasLostText?: true
  readonly separated?: SeparatedGlyphs
  readonly falseReplacements?: readonly FalseReplacement[]
}

type LoadedPage = {
  readonly page: number
  /** Zero-based. */
  readonly number: number
  readonly frame: PageFrame
  readonly options: ReadPageOptions
}

/** Groups glyphs into words, without those that are check boxes. */
function groupGlyphs(
  glyphs: readonly Glyph[],
  { shapes, thinPaths }: PagePaths,
  options: ReadPageOptions,
): Pick<NativeWords, 'words' | 'boxes' | 'thinPaths'> {
  const boxGroup = options.withBoxes ? findBoxes(glyphs, shapes) : { glyphs, boxes: [] }
  const words = groupWords(boxGroup.glyphs, options.withGlyphs)
  return { words, boxes: boxGroup.boxes, thinPaths }
}

function readNativeWords(
  open: OpenDocument,
  { page, number, frame, options }: LoadedPage,
): NativeWords {
  const { pdfium } = open
  const falseReplacements = options.hidden
    ? findFalseReplacements({ ...open, page, number, frame })
    : []
  if (options.hidden === 'left-out' && falseReplacements.length > 0) {
    removeReplacements(open, falseReplacements)
    open.pages.markChanged()
  }
  const textPage = pdfium.FPDFText_LoadPage(page)
  if (textPage === 0) return { words: [], boxes: [], count: noLetters, thinPaths: [] }
  try {
    const metrics = options.withGlyphs ? openFontMetrics(open, textPage, frame) : undefined
    const read = readGlyphs(open, textPage, frame, {
      metrics,
      withInk: options.hidden !== undefined,
      splitsStandIn: options.isCutOff,
    })
    const lostFonts = options.isCutOff ? findLostFonts(pdfium, read.glyphs, read.count) : noFonts
    if (lostFonts.size > 0) {
      const glyphs = read.glyphs.filter(
        ({ font = 0, run = 0 }) => !lostFonts.has(font) && !lostFonts.has(run),
      )
      const words = groupWords(glyphs, options.withGlyphs)
      const count = countWithoutFonts(read.count, lostFonts)
      const { thinPaths } = readPaths({ ...open, page, frame }, false)
      return { words, boxes: [], count, thinPaths, hasLostText: true }
    }
    const { count } = read
    const glyphs = allGlyphs({ ...open, page, textPage, frame }, read.glyphs, options)
    const paths = readPaths({ ...open, page, frame }, options.withBoxes)
    if (!options.hidden) return { ...groupGlyphs(glyphs, paths, options), count }
    const separation = separateHidden({ ...open, page, frame }, glyphs)
    const keptGlyphs = options.hidden === 'named' ? glyphs : separation.visible
    const words = groupGlyphs(keptGlyphs, paths, options)
    return { ...words, count, separated: separation, falseReplacements }
  } finally {
    pdfium.FPDFText_ClosePage(textPage)
  }
}

/**
 * Treats lying fonts as unreadable: what they actually draw is read from the picture of the page.
 */
function addLyingFonts(
  unreadableFonts: UnreadableFonts,
  separation: SeparatedGlyphs | undefined,
): UnreadableFonts {
  if (!separation || separation.lyingFonts.size === 0) return unreadableFonts
  return {
    ...unreadableFonts,
    fonts: new Set([...unreadableFonts.fonts, ...separation.lyingFonts]),
  }
}

function describeHiddenText(
  annotatedPage: OpenDocument & { readonly page: number; readonly frame: PageFrame },
  { separated: separation, falseReplacements = [] }: NativeWords,
): Pick<Page, 'hidden'> {
  const words = new Map<HiddenReason, readonly PlacedWord[]>()
  for (const [reason, glyphs] of separation?.hidden ?? []) words.set(reason, groupWords(glyphs))
  const annotationWords = readHiddenAnnotations(annotatedPage)
  if (annotationWords.length > 0) words.set('annotation', annotationWords)
  const hidden = [
    ...falseReplacements.map(({ hiddenText }) => hiddenText),
    ...describeHidden(words),
  ].slice(0, maxHiddenTexts)
  return hidden.length > 0 ? { hidden } : {}
}

/** Words outside the displayed page are invisible. */
function isVisible({ word }: PlacedWord, frame: PageFrame): boolean {
  const { width, height } = displaySize(frame)
  return isWithin(word.box, [0, 0, width, height])
}

const printedBox = /^[\u25a1\u25a2\u25fb\u25fd\u2610-\u2612\u2751\u2752\uf06f\uf0a8]$/u

/** Removes printed check boxes under the check boxes of a form: the field knows its state. */
function withoutPrintedBoxes(
  native: readonly PlacedWord[],
  annotationWords: readonly PlacedWord[],
): readonly PlacedWord[] {
  const fields = annotationWords.filter(({ word }) => word.isCheckbox)
  if (fields.length === 0) return native
  return native.filter(
    ({ word }) =>
      !printedBox.test(word.text) || !fields.some((field) => isWithin(word.box, field.word.box)),
  )
}

function isWithin(box: Box, outer: Box): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}
