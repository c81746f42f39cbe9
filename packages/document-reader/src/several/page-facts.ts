import type { Line, Page } from '@recto/document-text/model'
import { lineText } from '@recto/document-text/page-lines'
import { findKind, firstKind, kindOfLabel } from './document-kinds.ts'
import { findHeadDates, findParties } from './letterhead-facts.ts'
import { findStatedNumbers, foldWord, numberOf, type StatedNumber } from './own-numbers.ts'
import { findPageLabel, type PageLabel } from './page-label.ts'

/** A page says these things of the document that it belongs to. */
export type PageFacts = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly isEmpty: boolean
  readonly label?: PageLabel | undefined
  /** The kind of document that a title names, such as an invoice. */
  readonly kind?: string | undefined
  /** The first lines, which letters of one sender have in common. */
  readonly head: string
  /** Numbers of the document itself, and not of others that it names. */
  readonly ownNumbers: readonly StatedNumber[]
  /** The page says what it is, or states a number. */
  readonly isStated: boolean
  readonly dates: ReadonlySet<string>
  /** Account and tax numbers and domains of mail addresses. */
  readonly parties: ReadonlySet<string>
  readonly salutation?: string | undefined
}

/** The beginning and the end of a page say what it is, even if it is as long as a book. */
const maxHeadLines = 60
const maxFootLines = 8
const maxLineLetters = 300
const headLines = 3
const maxTitleWords = 5
/** A title is higher than the usual line by this factor. */
const titleHeight = 1.15
const titleLines = 2
/** Shares of the height of the page. */
const upperPart = 0.55
const edge = 0.08
const isInLetterhead = (place: number) => place < 0.4 || place > 0.86

const salutation =
  /^(?:dear|sehr geehrte[rs]?|liebe[rs]?|cher|chère|madame|monsieur|estimad[oa]s?|muy señor|gentile|egregio|spett|geachte|beste|szanown[yai]|prezad[oa]s?|caro|kära|kære|hei)(?!\p{L})/iu

export function getPageFacts(page: Page): PageFacts {
  const lines = readLines(page)
  const upper = lines.filter(({ middle }) => middle < upperPart * page.height)
  const titles = titlesOf(lines, upper)
  const upperWords = upper.flatMap(({ line }) => page.words.slice(line.start, line.end))
  const texts = lines.map(({ text }) => text)
  const numbers = [...titles.flatMap(numberInTitle), ...findStatedNumbers(upperWords)]
  const kind = titles.map(findKind).find(Boolean)
  const letterhead = lines.filter(({ middle }) => isInLetterhead(middle / page.height))
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    isEmpty: page.words.length === 0,
    label: labelOf(lines, page.height),
    kind,
    head: texts.slice(0, headLines).join('\n').replace(/\d/g, ''),
    ownNumbers: ownNumbers({ numbers, titles, kind }),
    isStated: kind !== undefined || numbers.length > 0,
    dates: new Set(letterhead.flatMap(({ text }) => findHeadDates(text.split(' ')))),
    parties: new Set(letterhead.flatMap(({ text }) => findParties(text.split(' ')))),
    salutation: texts.find((text) => salutation.test(text)),
  }
}

type ReadLine = { readonly line: Line; readonly text: string; readonly middle: number }

function readLines(page: Page): readonly ReadLine[] {
  const { lines } = page
  const outerLines =
    lines.length > maxHeadLines + maxFootLines
      ? [...lines.slice(0, maxHeadLines), ...lines.slice(-maxFootLines)]
      : lines
  return outerLines.map((line) => {
    const text = lineText(page, { ...line, end: Math.min(line.end, line.start + maxLineLetters) })
    return { line, text: text.slice(0, maxLineLetters), middle: (line.box[1] + line.box[3]) / 2 }
  })
}

function labelOf(lines: readonly ReadLine[], height: number): PageLabel | undefined {
  let label: PageLabel | undefined
  for (const { text, middle } of lines) {
    const isAtEdge = middle < edge * height || middle > (1 - edge) * height
    const next = findPageLabel(text, isAtEdge)
    if (next && (!label || (next.total !== undefined && label.total === undefined))) label = next
  }
  return label
}

/** Short lines that are larger than others, or the first ones. */
function titlesOf(lines: readonly ReadLine[], upper: readonly ReadLine[]): readonly string[] {
  const heights = lines.map(({ line }) => heightOf(line)).sort((a, b) => a - b)
  const usual = heights[heights.length >> 1] ?? 0
  return upper
    .filter(({ line, text }, i) => {
      if (text.split(' ').length > maxTitleWords || !/\p{L}{3}/u.test(text)) return false
      return i < titleLines || heightOf(line) >= titleHeight * usual
    })
    .map(({ text }) => text)
}

/** “Invoice 4711”; a number behind another title is that of a chapter or a room. */
function numberInTitle(title: string): readonly StatedNumber[] {
  const label = findKind(title)
  if (!label) return []
  const values = title.split(' ').map((text) => numberOf({ text }))
  return values
    .filter((value) => value !== undefined)
    .map((value) => ({ label, value, isOwn: true }))
}

const heightOf = ({ box }: Line) => box[3] - box[1]

type PageNumbers = {
  readonly numbers: readonly StatedNumber[]
  readonly titles: readonly string[]
  readonly kind: string | undefined
}

const stemLetters = 4

/** Labelled by the title of the document or by its kind: “Invoice”, “Invoice number”. */
function ownNumbers({ numbers, titles, kind }: PageNumbers): readonly StatedNumber[] {
  const stems = titles
    .flatMap((title) => title.split(' ').map(foldWord))
    .filter((word) => word.length >= stemLetters)
  const labelKinds = new Set(
    numbers.map(({ label }) => kindOfLabel(label)).filter((one) => one !== undefined),
  )
  const ownKind = kind ?? firstKind(labelKinds)
  return numbers.filter(({ label, isOwn }) => {
    if (isOwn) return true
    const labelKind = kindOfLabel(label)
    if (labelKind) return labelKind === ownKind
    return label
      .split(' ')
      .some((word) => stems.some((stem) => word.startsWith(stem) && !isNumberWord(word)))
  })
}

const isNumberWord = (word: string) => /^(?:number|nummer|num[eé]ro|número|номер)$/u.test(word)
