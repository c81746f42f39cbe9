import type { ExplanationFinding, NameSignal } from '@recto/provider-spec/explanation'
import { middle } from '../align/boxes.ts'
import { type Passage, slicePassage } from '../align/passage.ts'
import { getBusinessField } from '../labels/business-fields.ts'
import { fold } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { findLabeledValues, type ScoredFinding } from './find-labeled-values.ts'
import { findSectionName } from './find-party-value.ts'
import {
  type IssuerHints,
  isConfirmedBy,
  startsWithDomain,
  toComparableLetters,
} from './issuer-hints.ts'
import { findLegalForm, isLegalForm } from './legal-forms.ts'
import { findFoot, type Letterhead } from './letterhead.ts'
import { classifyLine, isAboutOtherCompany, isHeading } from './letterhead-lines.ts'
import type { LetterheadName } from './letterhead-name.ts'
import { getPartyBlocks } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'

const minScore = 0.55
/**
 * Score of the name in the letterhead; only a name confirmed by the document's own addresses scores
 * higher.
 */
const letterheadScore = 0.74
const separator = /\s[-–—|•·]\s|[|•·:]\s|\s{2,}/gu
const repeatedSignal: NameSignal = 'repeated'

/**
 * Finds the company that issued a document: by a label, or by its legal form, its occurrence in the
 * document's own e-mail or web address, its position at the top or in the foot, a registered office
 * below it, and its repetition.
 */
export function findSeller(
  preparedDocument: PreparedDocument,
  head: Letterhead | undefined,
  issuerHints: IssuerHints,
): ScoredFinding | undefined {
  const sectionName = findSectionName(preparedDocument, 'seller')
  if (sectionName) return { ...sectionName, score: 1 }
  const labeledSeller = findLabeledSeller(preparedDocument)
  if (labeledSeller) return labeledSeller
  const letters = toComparableLetters(removeWebAddresses(preparedDocument.text))
  const best = rankCandidates(preparedDocument, issuerHints)
    .map((one) => ({ ...one, isRepeated: occursTwice(letters, one.name) }))
    .map((one) => ({ ...one, score: one.scoreIf(one.isRepeated) }))
    .toSorted((a, b) => b.score - a.score || a.order - b.order)[0]
  if (head && (best?.score ?? 0) < letterheadScore) {
    return toLetterheadFinding(head.name, { kind: 'letterhead', page: head.name.passage.page })
  }
  if (!best || best.score < minScore)
    return findThankedOrFoot(preparedDocument, issuerHints) ?? findAccountHolder(preparedDocument)
  const signs: readonly NameSignal[] = [...best.signs, ...(best.isRepeated ? [repeatedSignal] : [])]
  return toNameFinding(best.name, best.score, { kind: 'name', signs, page: best.name.page })
}

/** Removes web and email addresses, where a repeated name proves nothing. */
const removeWebAddresses = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !word.includes('@') && !/^(?:www\.|https?:)/i.test(word))
    .join(' ')

function toLetterheadFinding(
  { passage, value }: LetterheadName,
  reason: ExplanationFinding,
): ScoredFinding {
  const finding = toNameFinding(passage, letterheadScore, reason)
  return value === passage.text ? finding : { ...finding, value, match: 'normalised' }
}

/** Finds the company that thanks the reader, or the one whose details are in the foot. */
function findThankedOrFoot(
  preparedDocument: PreparedDocument,
  issuerHints: IssuerHints,
): ScoredFinding | undefined {
  const [thankedName] = issuerHints.thankedNames.filter(({ name }) => isName(name.text))
  if (thankedName) {
    const { name, words: label } = thankedName
    return toNameFinding(name, letterheadScore, {
      kind: 'label',
      label,
      page: name.page,
      relation: 'inline',
    })
  }
  const foot = findFoot(preparedDocument, (name) => isConfirmedBy(issuerHints, name))
  if (!foot) return undefined
  return toLetterheadFinding(foot.name, {
    kind: 'name',
    signs: ['foot'],
    page: foot.name.passage.page,
  })
}

function toNameFinding(
  { page, words, box, text }: Passage,
  score: number,
  reason: ExplanationFinding,
): ScoredFinding {
  return { value: text, place: { page, words, box }, match: 'exact', score, foundBy: [reason] }
}

/**
 * Finds the holder of the account to pay to; on an account statement the holder is not the issuer.
 */
function findAccountHolder(preparedDocument: PreparedDocument): ScoredFinding | undefined {
  const isStatement = preparedDocument.pairs.some(
    ({ fieldScores }) => (fieldScores.get('opening-balance') ?? 0) > 0.9,
  )
  return isStatement ? undefined : findLabeledName(preparedDocument, 'account-holder')
}

const findLabeledSeller = (preparedDocument: PreparedDocument): ScoredFinding | undefined =>
  findLabeledName(preparedDocument, 'seller-name')

function findLabeledName(
  preparedDocument: PreparedDocument,
  name: 'seller-name' | 'account-holder',
): ScoredFinding | undefined {
  const field = getBusinessField(name)
  const question = { key: 'seller', prompt: 'seller', type: 'text' as const }
  const findings = findLabeledValues(preparedDocument, {
    question,
    phrases: [],
    uncoveredWords: [],
    field,
  })
  return findings.find(
    ({ value, score }) => score > 0.8 && isName(String(value)) && !isHeading(String(value)),
  )
}

/** Whether a text has few words, begins with a capital and contains no long number. */
function isName(text: string): boolean {
  if (isLegalForm(text)) return false
  return /^[\p{Lu}\p{N}]/u.test(text) && text.split(/\s+/).length <= 7 && !/\d{3}|@/.test(text)
}

type CompanyName = Passage & {
  readonly hasLegalForm: boolean
  /** The cell that contains the name. */
  readonly cell: Passage
}

type SellerCandidate = {
  readonly name: CompanyName
  /** Index in the reading order of the document. */
  readonly order: number
  /**
   * Computes the score, depending on whether the name is repeated, which is only checked for the
   * best candidates.
   */
  readonly scoreIf: (isRepeated: boolean) => number
  /** Signals in favor of the name, apart from its repetition. */
  readonly signs: readonly NameSignal[]
}

const maxCandidates = 300

function rankCandidates(
  preparedDocument: PreparedDocument,
  issuerHints: IssuerHints,
): readonly SellerCandidate[] {
  const customers = preparedDocument.pairs.filter(
    ({ fieldScores }) => (fieldScores.get('customer-name') ?? 0) > 0.7,
  )
  const hints = {
    issuerHints,
    customers: new Set(customers.flatMap(({ value }) => toWordKeys(value))),
    otherParties: new Set(
      getPartyBlocks(preparedDocument)
        .filter(({ party }) => party !== 'seller')
        .flatMap(({ lines }) => (lines[0] ? [toComparableLetters(lines[0].text)] : [])),
    ),
  }
  return findCompanyNames(preparedDocument, issuerHints)
    .map((name, order) => ({ name, order, ...scoreName(preparedDocument, name, hints) }))
    .toSorted((a, b) => b.scoreIf(true) - a.scoreIf(true))
    .slice(0, maxCandidates)
}

function occursTwice(all: string, { text }: CompanyName): boolean {
  const letters = toComparableLetters(text)
  const first = all.indexOf(letters)
  return first >= 0 && all.includes(letters, first + letters.length)
}

/** Keys of the words of a passage, from page and word index. */
const toWordKeys = ({ page, words }: Pick<Passage, 'page' | 'words'>) =>
  words.map((word) => `${page} ${word}`)

function findCompanyNames(
  preparedDocument: PreparedDocument,
  issuerHints: IssuerHints,
): readonly CompanyName[] {
  return preparedDocument.rows
    .flatMap((row) => row.cells)
    .flatMap((cell): readonly CompanyName[] => {
      const formal = findNameWithLegalForm(preparedDocument, cell)
      if (formal) return [{ ...formal, hasLegalForm: true, cell }]
      return isConfirmedName(cell, issuerHints) ? [{ ...cell, hasLegalForm: false, cell }] : []
    })
}

/**
 * Whether a line without a legal form is a name and nothing else, and is confirmed by the document.
 */
function isConfirmedName(cell: Passage, { domains, cellsAboveOffice }: IssuerHints): boolean {
  if (!isName(cell.text)) return false
  const isConfirmed = cellsAboveOffice.has(cell) || domains.has(toComparableLetters(cell.text))
  return isConfirmed && classifyLine(cell.text) === 'text'
}

/** The owner of the rights in a form or program is not the issuer of the document. */
const copyright = /^(?:\(c\)|©|copyright)\s/iu

/** Finds the capitalized words up to and including a legal form. */
function findNameWithLegalForm({ document }: PreparedDocument, cell: Passage): Passage | undefined {
  const form = findLegalForm(cell.text)
  if (!form || isAboutOtherCompany(cell.text) || copyright.test(cell.text)) return undefined
  const end = form.index + form[0].length
  const textBefore = cell.text.slice(0, form.index)
  const lastSeparator = [...textBefore.matchAll(separator)].at(-1)
  const from = lastSeparator ? lastSeparator.index + lastSeparator[0].length : 0
  const segment = textBefore.slice(from)
  const tail = findCapitalizedTail(segment)
  const start =
    from +
    (segment.trim() !== '' && tail >= segment.trimEnd().length && isShortName(segment) ? 0 : tail)
  const name = slicePassage(document, cell, start, end)
  const isLong = name && name.text.length > form[0].length + 1
  return isLong && isName(name.text) ? name : undefined
}

const maxNameWords = 5

/** Whether a text can be a name in lower case after its first letter: `Au bon moulin`. */
const isShortName = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && text.trim().split(/\s+/u).length <= maxNameWords && !/[\d:]/.test(text)

const joiningWords = new Set([...wordsInAllLanguages('joining'), '&', '+', '-'])

/** Start of the last run of capitalized words; each can be followed by one joining word. */
function findCapitalizedTail(text: string): number {
  if (!/\s$/.test(text)) return text.length
  const words = [...text.matchAll(/\S+/g)]
  let start = text.length
  for (;;) {
    const word = takeLastWord(words)
    const capital = word ? word[0].search(/[("“'’]?[\p{Lu}\p{N}]/u) : -1
    if (!word || capital < 0) return start
    start = word.index + capital
    if (capital > 0) return start
  }
}

/** Removes and returns the last word, or the word before it when the last one is a joining word. */
function takeLastWord(words: RegExpExecArray[]): RegExpExecArray | undefined {
  const last = words.pop()
  return last && joiningWords.has(last[0]) ? words.pop() : last
}

/** Hints about names from the whole document. */
type DocumentHints = {
  readonly issuerHints: IssuerHints
  /** Keys of the words beside labels for the customer. */
  readonly customers: ReadonlySet<string>
  /** The letters of the names of the customer and of the recipient of the goods. */
  readonly otherParties: ReadonlySet<string>
}

const positionScores = { top: 0.15, foot: 0.1 }

function scoreName(
  preparedDocument: PreparedDocument,
  name: CompanyName,
  hints: DocumentHints,
): Pick<SellerCandidate, 'scoreIf' | 'signs'> {
  const letters = toComparableLetters(name.text)
  const isOwnDomain = startsWithDomain(letters, hints.issuerHints.domains)
  const isAboveOffice = hints.issuerHints.cellsAboveOffice.has(name.cell)
  const baseScore =
    (name.hasLegalForm ? 0.45 : 0.3) + (isOwnDomain ? 0.3 : 0) + (isAboveOffice ? 0.6 : 0)
  const position = findPagePosition(preparedDocument, name)
  const positionedScore = baseScore + (position ? positionScores[position] : 0)
  const isOtherParty =
    hints.otherParties.has(letters) || isCustomer(preparedDocument, name, hints.customers)
  const penalty = isOtherParty ? 0.6 : 0
  return {
    scoreIf: (isRepeated) => positionedScore + (isRepeated ? 0.1 : 0) - penalty,
    signs: [
      ...(name.hasLegalForm ? ['legal-form' as const] : []),
      ...(isOwnDomain ? ['own-address' as const] : []),
      ...(isAboveOffice ? ['registered-office' as const] : []),
      ...(position ? [position] : []),
    ],
  }
}

/** Issuers are named at the top of the first page or in the foot. */
function findPagePosition(
  { document }: PreparedDocument,
  name: CompanyName,
): 'top' | 'foot' | undefined {
  const height = middle(name.box) / (document.pages[name.page]?.height || 1)
  if (height > 0.8) return 'foot'
  return name.page === 0 && height < 0.3 ? 'top' : undefined
}

const careOfPhrases = wordsInAllLanguages('careOf').map((words) => fold(words))

/** Whether a text begins with a care-of phrase. */
function beginsWithCareOf(text: string): boolean {
  const foldedText = fold(text)
  return careOfPhrases.some(
    (words) => foldedText.startsWith(words) && !/\p{L}/u.test(foldedText.charAt(words.length)),
  )
}

/** Whether a name belongs to the customer or recipient. */
function isCustomer(
  preparedDocument: PreparedDocument,
  name: CompanyName,
  customers: ReadonlySet<string>,
): boolean {
  const party = preparedDocument.getPartyAt(name)
  if (party === 'customer' || party === 'delivery') return true
  const [first] = toWordKeys(name)
  return beginsWithCareOf(name.cell.text) || (first !== undefined && customers.has(first))
}
