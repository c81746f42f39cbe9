import type { Page, WordOrigin } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'
import { documentKinds, findKind, firstKind, type KindName, kindOfLabel } from './document-kinds.ts'
import {
  endsOpen,
  namesAnnex,
  namesSeparator,
  saysCarriedOn,
  saysClosing,
  startsLow,
} from './flow-words.ts'
import { guessPageLanguage } from './guess-language.ts'
import { findHeadDates, findParties } from './letterhead-facts.ts'
import {
  findStatedNumbers,
  foldWord,
  isMoneyAmount,
  numberOf,
  type StatedNumber,
} from './own-numbers.ts'
import { readUprightLines, type UprightLine, uprightWords } from './page-frame.ts'
import { findPageLabel, type PageLabel } from './page-label.ts'
import { scoreKinds } from './score-kinds.ts'

/** A page says these things of the document that it belongs to. They stay small, however much the page holds. */
export type PageFacts = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly isEmpty: boolean
  /** The page does nothing but separate documents. */
  readonly isSeparator: boolean
  readonly wordCount: number
  readonly label?: PageLabel | undefined
  /** The kind of document that a title names, such as an invoice. */
  readonly kind?: KindName | undefined
  readonly kindScores: ReadonlyMap<KindName, number>
  /** The first lines, which letters of one sender have in common. */
  readonly head: string
  readonly headWords: ReadonlySet<string>
  readonly footWords: ReadonlySet<string>
  /** Numbers of the document itself, and not of others that it names. */
  readonly ownNumbers: readonly StatedNumber[]
  /** The page says what it is, or states a number. */
  readonly isStated: boolean
  readonly dates: ReadonlySet<string>
  /** Account and tax numbers and domains of mail addresses. */
  readonly parties: ReadonlySet<string>
  readonly salutation?: string | undefined
  /** Words that say what the page is about. */
  readonly words: ReadonlySet<string>
  /** Numbers of four digits and more. */
  readonly figures: ReadonlySet<string>
  readonly language?: string | undefined
  readonly isScan: boolean
  /** The file has no pages of its own, so sizes and edges say nothing. */
  readonly isSet: boolean
  readonly look: PageLook
  readonly flow: PageFlow
  /** The whole text of a page that has enough of it to tell a copy. */
  readonly print?: string | undefined
}

export type PageLook = {
  /** Height of the usual line in points. */
  readonly letterHeight: number
  /** Left edge of most lines, as a share of the width. */
  readonly left: number
  /** How far the text reaches down, as a share of the height, without lines at the lower edge. */
  readonly fill: number
  /** The upper part has a line that is much higher than the usual one. */
  readonly hasLargeTop: boolean
  /** Left ends of the words of the first and of the last lines, in steps. */
  readonly topColumns: ReadonlySet<number>
  readonly endColumns: ReadonlySet<number>
}

type PageFlow = {
  readonly startsLow: boolean
  readonly endsOpen: boolean
  readonly isCarriedOn: boolean
  readonly isAnnex: boolean
  readonly carriesOn: boolean
  readonly closes: boolean
}

const headLines = 3
const footLines = 2
const maxTitleWords = 5
const maxLargeTitleWords = 12
/** Words beside the name of a kind in a title that is no larger than the text. */
const maxWordsBeside = 2
/** A title is higher than the usual line by this factor. */
const titleHeight = 1.15
const largeHeight = 1.35
const titleLines = 2
/** Shares of the height of the page. */
const upperPart = 0.55
const topPart = 0.35
const edge = 0.08
const bodyEnd = 0.9
const isInLetterhead = (place: number) => place < 0.4 || place > 0.86
const maxWords = 250
const maxSeparatorWords = 12
const minCopyWords = 12
const flowLines = 4
const columnLines = 6
/** Steps of a hundredth of the width of the page. */
const columnSteps = 100

const salutation =
  /^(?:dear|sehr geehrte[rs]?|liebe[rs]?|cher|chère|madame|monsieur|estimad[oa]s?|muy señor|gentile|egregio|spett|geachte|beste|szanown[yai]|prezad[oa]s?|caro|kära|kære|hei)(?!\p{L})/iu

export function getPageFacts(page: Page): PageFacts {
  const lines = readUprightLines(page)
  const medianHeight = median(lines.map(({ height }) => height))
  const upper = lines.filter(({ place }) => place < upperPart)
  const titles = findTitles(upper, medianHeight)
  const numbers = [
    ...titles.flatMap(numberInTitle),
    ...findStatedNumbers(uprightWords(page, upper)),
  ]
  const kind = titles.map(kindOfTitle).find((one) => one !== undefined)
  const letterhead = lines.filter(({ place }) => isInLetterhead(place))
  const texts = lines.map(({ text }) => text)
  const greeting = texts.find((text) => salutation.test(text))
  const lowWords = texts
    .join(' ')
    .toLowerCase()
    .split(' ', maxWords * 2)
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    isEmpty: page.words.length === 0,
    isSeparator: page.words.length <= maxSeparatorWords && texts.some(namesSeparator),
    wordCount: page.words.length,
    label: labelOf(lines),
    kind,
    kindScores: scoreKinds(page, lines, {
      medianHeight,
      numbers,
      hasSalutation: greeting !== undefined,
    }),
    head: texts.slice(0, headLines).join('\n').replace(/\d/g, ''),
    headWords: letterWords(texts.slice(0, headLines)),
    footWords: letterWords(texts.slice(-footLines)),
    ownNumbers: ownNumbers({ numbers, titles, kind }),
    isStated: kind !== undefined || numbers.length > 0,
    dates: new Set(letterhead.flatMap(({ text }) => findHeadDates(text.split(' ')))),
    parties: new Set(letterhead.flatMap(({ text }) => findParties(text.split(' ')))),
    salutation: greeting,
    words: limit(lowWords.map(foldWord).filter((word) => word.length >= 4)),
    figures: limit(lowWords.filter((word) => word.replace(/\D/g, '').length >= 4)),
    language: guessPageLanguage(lowWords),
    isScan: isMostlyOf(page, 'ocr'),
    isSet: isMostlyOf(page, 'markup'),
    look: lookOf(page, lines, medianHeight),
    flow: flowOf(lines),
    print: page.words.length >= minCopyWords ? texts.join('\n') : undefined,
  }
}

function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  return sortedValues[sortedValues.length >> 1] ?? 0
}

const limit = (words: readonly string[]): ReadonlySet<string> =>
  new Set([...new Set(words)].slice(0, maxWords))

const letterWords = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(' ').map(foldWord)).filter(Boolean))

function isMostlyOf({ words }: Page, origin: WordOrigin): boolean {
  const count = words.filter((word) => word.origin === origin).length
  return count * 2 > words.length
}

function labelOf(lines: readonly UprightLine[]): PageLabel | undefined {
  let label: PageLabel | undefined
  for (const { text, place } of lines) {
    const next = findPageLabel(text, place < edge || place > 1 - edge)
    if (next && (!label || (next.total !== undefined && label.total === undefined))) label = next
  }
  return label
}

type Title = { readonly text: string; readonly isLarge: boolean }

/** Short lines that are larger than others, or the first ones. */
function findTitles(upper: readonly UprightLine[], medianHeight: number): readonly Title[] {
  return upper
    .map(({ height, text }) => ({
      text,
      isHigher: height >= titleHeight * medianHeight,
      isLarge: height >= largeHeight * medianHeight,
    }))
    .filter(({ text, isHigher, isLarge }, i) => {
      const words = text.split(' ')
      const isShort = words.length <= (isLarge ? maxLargeTitleWords : maxTitleWords)
      return (
        isShort &&
        /\p{L}{3}/u.test(text) &&
        !words.some(isMoneyAmount) &&
        (i < titleLines || isHigher)
      )
    })
}

/** The heading of a table may name a kind, too: “Invoice date, description, quantity, amount”. */
function kindOfTitle({ text, isLarge }: Title): KindName | undefined {
  const words = wordsOf(text).filter((word) => !/\d/.test(word))
  const mention = findKind(words)
  const isTitle = mention && (isLarge || words.length <= mention.count + maxWordsBeside)
  return isTitle ? mention.kind : undefined
}

/** “Invoice 4711”; a number behind another title is that of a chapter or a room. */
function numberInTitle(title: Title): readonly StatedNumber[] {
  const label = kindOfTitle(title)
  if (!label) return []
  const values = title.text.split(' ').map((text) => numberOf({ text }))
  return values
    .filter((value) => value !== undefined)
    .map((value) => ({ label, value, isOwn: true }))
}

function lookOf(page: Page, lines: readonly UprightLine[], letterHeight: number): PageLook {
  const body = lines.filter(({ place }) => place < bodyEnd)
  return {
    letterHeight,
    left: median(body.map(({ left }) => left)),
    fill: body.reduce((end, { place }) => Math.max(end, place), 0),
    hasLargeTop: lines.some(
      ({ place, height, text }) =>
        place < topPart && height >= largeHeight * letterHeight && /\p{L}{3}/u.test(text),
    ),
    topColumns: columnsOf(page, body.slice(0, columnLines)),
    endColumns: columnsOf(page, body.slice(-columnLines)),
  }
}

function columnsOf({ words, width }: Page, lines: readonly UprightLine[]): ReadonlySet<number> {
  return new Set(
    lines.flatMap(({ line }) =>
      words
        .slice(line.start, Math.min(line.end, line.start + maxWords))
        .map(({ box }) => Math.round((box[0] / width) * columnSteps)),
    ),
  )
}

function flowOf(lines: readonly UprightLine[]): PageFlow {
  const body = lines.filter(({ place }) => place > edge && place < 1 - edge)
  const first = body.slice(0, flowLines).map(({ text }) => text)
  const last = body.slice(-flowLines).map(({ text }) => text)
  return {
    startsLow: startsLow(first[0] ?? ''),
    endsOpen: endsOpen(last.at(-1) ?? ''),
    isCarriedOn:
      first.some(saysCarriedOn) ||
      lines.slice(0, flowLines).some(({ text }) => saysCarriedOn(text)),
    isAnnex: lines.slice(0, flowLines).some(({ text }) => namesAnnex(text)),
    carriesOn:
      last.some(saysCarriedOn) || lines.slice(-flowLines).some(({ text }) => saysCarriedOn(text)),
    closes: lines.slice(-3 * flowLines).some(({ text }) => saysClosing(text)),
  }
}

type PageNumbers = {
  readonly numbers: readonly StatedNumber[]
  readonly titles: readonly Title[]
  readonly kind: KindName | undefined
}

const stemLetters = 4
const isKind = (label: string): label is KindName => documentKinds.some((kind) => kind === label)

/** Labelled by the title of the document or by its kind: “Invoice”, “Invoice number”. */
function ownNumbers({ numbers, titles, kind }: PageNumbers): readonly StatedNumber[] {
  const titleStems = titles
    .flatMap(({ text }) => text.split(' ').map(foldWord))
    .filter((word) => word.length >= stemLetters)
  const kindOf = (label: string) => (isKind(label) ? label : kindOfLabel(label))
  const labelKinds = new Set(
    numbers.map(({ label }) => kindOf(label)).filter((one) => one !== undefined),
  )
  const ownKind = kind ?? firstKind(labelKinds)
  return numbers.filter(({ label, isOwn }) => {
    if (isOwn) return true
    const labelKind = kindOf(label)
    if (labelKind) return labelKind === ownKind
    return label
      .split(' ')
      .some((word) => titleStems.some((stem) => word.startsWith(stem) && !isNumberWord(word)))
  })
}

const isNumberWord = (word: string) => /^(?:number|nummer|num[eé]ro|número|номер)$/u.test(word)
