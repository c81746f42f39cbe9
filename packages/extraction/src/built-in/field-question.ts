import type { Question } from '@recto/provider-spec/answer'
import { type BusinessField, businessFields, getBusinessField } from '../labels/business-fields.ts'
import { toPhraseKey, toQuestionPhrase, wordWindows } from '../labels/phrases.ts'
import { keyToWords } from '../values/fold.ts'
import {
  amountWords,
  asksOnlyForName,
  currencyWords,
  customerWords,
  dateWords,
  deliveryWords,
  dropAmountWords,
  foldedWords,
  getRequestedKinds,
  ignoredWords,
  imperativeWords,
  letterWords,
  nameWords,
  normalizeUmlauts,
  payeeWords,
  replaceClauses,
  sellerWords,
  subjectWords,
  titleWords,
} from './question-words.ts'

/** A question with the business field that its words ask for. */
export type FieldQuestion = {
  readonly question: Question
  /** The phrases of the question that a label can repeat. */
  readonly phrases: readonly (readonly string[])[]
  readonly field: BusinessField | undefined
  /** The party that the value belongs to, if the question names one other than the seller. */
  readonly party?: 'customer' | 'delivery' | undefined
  /** Whether the question names the seller. */
  readonly isAboutSeller?: boolean
  /** Words of the prompt, or else of the key, that neither the field nor the party accounts for. */
  readonly uncoveredWords: readonly string[]
}

const partyFields: ReadonlySet<string> = new Set([
  'vat-id',
  'tax-number',
  'company-number',
  'email',
  'phone',
  'mobile',
  'fax',
  'website',
  'street',
  'city',
  'postcode',
  'state',
  'country',
  'address',
])

/** Whether each party of a document can have the field. */
export const isPartyField = ({ name }: BusinessField): boolean => partyFields.has(name)

/** A single letter or digit of a key, as in `c` or `field_1`, names nothing, but abbreviates words of labels. */
const toMeaningfulWords = (key: string): string =>
  keyToWords(key)
    .split(' ')
    .filter((word) => !/^[a-z\d]?$/i.test(word))
    .join(' ')

/** Reads the key first, because it is meant to be short, then the prompt. */
export function toFieldQuestion(question: Question): FieldQuestion {
  const key = toQuestionPhrase(toMeaningfulWords(question.key)).map(normalizeUmlauts)
  const prompt = dropAmountWords(toPromptWords(replaceClauses(question.prompt)))
  const phrases = [key, toPromptWords(question.prompt)]
  // A prompt that contains the key and more words is more precise: `reference` and `payment
  // reference`.
  const isMore =
    key.length > 0 && prompt.length > key.length && key.every((word) => prompt.includes(word))
  const fuller = isMore ? recognizeField(prompt, question, 0.99) : undefined
  const recognizedField =
    fuller ??
    (key.length > 0 ? recognizeField(key, question, 0.75) : undefined) ??
    recognizeField(prompt, question, 0.6)
  const isAboutSeller = [...key, ...prompt].some((word) => sellerWords.has(word))
  return {
    question,
    phrases: phrases.filter((words) => words.length > 0),
    isAboutSeller,
    uncoveredWords: findUncoveredWords(prompt.length > 0 ? prompt : key, recognizedField),
    ...(recognizedField ?? { field: undefined }),
  }
}

const isCustomerField = ({ name }: BusinessField): boolean => name.startsWith('customer-')
const isDeliveryField = ({ name }: BusinessField): boolean => name.startsWith('delivery-')

const sellerFields: ReadonlySet<string> = new Set(['seller-name', 'invoice-number'])
/** Fields of the account that is paid into. */
const payeeFields: ReadonlySet<string> = new Set(['iban', 'bic', 'bank-name', 'account-holder'])

const noWords: ReadonlySet<string> = new Set()

/** Words with which a question can name the party of a field. */
function getPartyWords({ field, party }: RecognizedField): ReadonlySet<string> {
  if (party === 'delivery' || isDeliveryField(field)) return deliveryWords
  if (party === 'customer' || isCustomerField(field)) return customerWords
  if (payeeFields.has(field.name)) return payeeWords
  return sellerFields.has(field.name) || isPartyField(field) ? sellerWords : noWords
}

const dateFormWords: ReadonlySet<string> = new Set([...dateWords, ...foldedWords('prepositions')])

const amountFormWords: ReadonlySet<string> = new Set([...amountWords, ...currencyWords])

/** Words for the form of a value, which add nothing to the name of the field. */
function getFormWords({ kind }: BusinessField): ReadonlySet<string> {
  if (kind === 'date') return dateFormWords
  return kind === 'amount' ? amountFormWords : nameWords
}

function findUncoveredWords(
  words: readonly string[],
  recognizedField: RecognizedField | undefined,
): readonly string[] {
  if (!recognizedField) return words
  const ownWords = new Set(recognizedField.field.questionPhrases.flat())
  const partyWords = getPartyWords(recognizedField)
  const formWords = getFormWords(recognizedField.field)
  const rest = words.filter(
    (word) => !ownWords.has(word) && !partyWords.has(word) && !formWords.has(word),
  )
  return dropDocumentTitle(rest)
}

const toPromptWords = (prompt: string): readonly string[] =>
  dropImperative(toQuestionPhrase(prompt)).filter((word) => !ignoredWords.has(word))

/** `Return the total` asks for the total, `return date` for the date of a return. */
function dropImperative(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !ignoredWords.has(word))
  const [order = '', next = ''] = words.slice(first)
  return imperativeWords.has(order) && !dateWords.has(next) && words.length > 2
    ? words.slice(first + 1)
    : words
}

type RecognizedField = Pick<FieldQuestion, 'party'> & { readonly field: BusinessField }

function recognizeField(
  words: readonly string[],
  question: Question,
  share: number,
): RecognizedField | undefined {
  const whole = findBestField(words, question, share)
  const party = findParty(words)
  if (party) return recognizePartyField(words, question, { fieldOfAllWords: whole, party, share })
  const field =
    whole ??
    recognizeSellerField(words, question, share) ??
    recognizeSubjectField(words, question) ??
    recognizeDocumentDate(words, question)
  return field && { field }
}

/** Recognizes questions for the date of a document: `Datum der Mahnung`. */
function recognizeDocumentDate(
  words: readonly string[],
  { type }: Question,
): BusinessField | undefined {
  const rest = dropDocumentTitle(words)
  const isDay = rest.length > 0 && rest.every((word) => dateWords.has(word))
  return isDay && type === 'date' ? getBusinessField('date') : undefined
}

/** A question about the sender of a letter can mention the kind of document. */
const dropDocumentTitle = (words: readonly string[]): readonly string[] => {
  const rest = words.filter((word) => !titleWords.has(word) && !letterWords.has(word))
  return rest.length + 1 === words.length ? rest : words
}

const addressWords = new Set(
  getBusinessField('address')
    .labels.filter(({ length }) => length === 1)
    .flat(),
)

/**
 * Recognizes questions about the subject: `Name der Mitarbeiterin`. A document about one person
 * labels their name only as a name.
 */
function recognizeSubjectField(
  words: readonly string[],
  { type }: Question,
): BusinessField | undefined {
  const rest = words.filter((word) => !subjectWords.has(word))
  if (rest.length === words.length || rest.length === 0 || type !== 'text') return undefined
  if (rest.every((word) => addressWords.has(word))) return getBusinessField('customer-address')
  return asksOnlyForName(rest) ? getBusinessField('full-name') : undefined
}

/** Recognizes questions about the seller: `Name des Geschäfts`. */
function recognizeSellerField(
  words: readonly string[],
  question: Question,
  share: number,
): BusinessField | undefined {
  const rest = words.filter((word) => !sellerWords.has(word))
  if (
    rest.length < words.length &&
    asksOnlyForName(dropDocumentTitle(rest)) &&
    question.type === 'text'
  )
    return getBusinessField('seller-name')
  return findBestField(rest, question, share)
}

function findParty(words: readonly string[]): 'customer' | 'delivery' | undefined {
  if (words.some((word) => customerWords.has(word))) return 'customer'
  return words.some((word) => deliveryWords.has(word)) ? 'delivery' : undefined
}

type PartyQuestion = {
  readonly fieldOfAllWords: BusinessField | undefined
  readonly party: 'customer' | 'delivery'
  readonly share: number
}

const customerFields: ReadonlySet<string> = new Set([
  'customer-name',
  'customer-number',
  'customer-address',
  'order-number',
  'delivery-name',
  'delivery-address',
  'delivery-date',
  'delivery-number',
  'shipping',
])

/** Finds a field of the party itself, or one that each party has. */
function recognizePartyField(
  words: readonly string[],
  question: Question,
  { fieldOfAllWords, party, share }: PartyQuestion,
): RecognizedField | undefined {
  if (fieldOfAllWords && customerFields.has(fieldOfAllWords.name)) return { field: fieldOfAllWords }
  const rest = words.filter((word) => !customerWords.has(word) && !deliveryWords.has(word))
  if (asksOnlyForName(dropDocumentTitle(rest)) && question.type === 'text')
    return { field: getBusinessField(`${party}-name`) }
  const ownField = findBestField(rest, question, share)
  if (ownField?.name === 'address') return { field: getBusinessField(`${party}-address`) }
  if (ownField && isPartyField(ownField)) return { field: ownField, party }
  return party === 'delivery' && fieldOfAllWords ? { field: fieldOfAllWords } : undefined
}

type FieldPhrase = { readonly field: BusinessField; readonly words: readonly string[] }

/**
 * Phrases with which questions ask for fields, by the key of the phrase, because most questions
 * contain few of them.
 */
const phrasesByKey: ReadonlyMap<string, readonly FieldPhrase[]> = Map.groupBy(
  businessFields.flatMap((field) => field.questionPhrases.map((words) => ({ field, words }))),
  ({ words }) => toPhraseKey(words),
)
const fieldOrder = new Map(businessFields.map((field, index) => [field, index]))
const phraseLengths = [
  ...new Set(
    businessFields.flatMap(({ questionPhrases }) => questionPhrases.map(({ length }) => length)),
  ),
]

/** Finds the field that covers most of the words, if it covers at least that share of them. */
function findBestField(
  words: readonly string[],
  { type, prompt }: Question,
  share: number,
): BusinessField | undefined {
  const kinds = getRequestedKinds(prompt)
  const rankedFields = computeCoverages(findPhrasePositions(words))
    .filter(({ field }) => canAnswerType(field, type) && isOfRequestedKind(field, kinds))
    .filter(({ field, covered: fieldWords }) => !asksForOtherNumber(field, fieldWords, words))
    .toSorted(
      (a, b) =>
        b.coveredWords - a.coveredWords ||
        getRank(a.field, type) - getRank(b.field, type) ||
        a.firstIndex - b.firstIndex ||
        (fieldOrder.get(a.field) ?? 0) - (fieldOrder.get(b.field) ?? 0),
    )
  const best = rankedFields[0]
  return best && best.coveredWords / countOwnWords(words, best) >= share ? best.field : undefined
}

/**
 * Number of words of a question that the name of a field must account for: without words for its
 * form and its party, and without one for the kind of document.
 */
function countOwnWords(
  words: readonly string[],
  { field, covered: fieldWords }: FieldCoverage,
): number {
  const formWords = getFormWords(field)
  const partyWords = getPartyWords({ field })
  const rest = words.filter(
    (word) => !fieldWords.has(word) && !formWords.has(word) && !partyWords.has(word),
  )
  return fieldWords.size + dropDocumentTitle(rest).length
}

/** `Credit card number` asks for no amount that was paid by card. */
const asksForOtherNumber = (
  { kind }: BusinessField,
  fieldWords: ReadonlySet<string>,
  words: readonly string[],
): boolean => kind === 'amount' && words.includes('number') && !fieldWords.has('number')

const numberKinds: ReadonlySet<string> = new Set(['amount', 'count', 'percent'])

/** `Who issued it` asks for no date; identifiers and the like can answer any question for a text. */
function isOfRequestedKind(
  { kind }: BusinessField,
  kinds: ReturnType<typeof getRequestedKinds>,
): boolean {
  if (!kinds || kinds.length === 0) return true
  if (kind === 'date') return kinds.includes('date')
  return kinds.includes(numberKinds.has(kind) ? 'number' : 'text')
}

/** `vat` can be an amount or an identifier: only number questions prefer the amount. */
function getRank({ kind }: BusinessField, type: Question['type']): number {
  return kind === 'amount' && type === 'text' ? 1 : 0
}

function canAnswerType({ kind, name }: BusinessField, type: Question['type']): boolean {
  if (type === 'text') return true
  // A tax number has separators; a question for a number asks for the amount of tax.
  if (name === 'tax-number') return false
  if (type === 'number') return ['amount', 'count', 'percent', 'identifier'].includes(kind)
  return kind === type
}

type FieldCoverage = {
  readonly field: BusinessField
  /** Words of the field's phrases that occur in the question. */
  readonly covered: ReadonlySet<string>
  readonly coveredWords: number
  /** Index of the first of these words: a question names what it asks for before the party. */
  readonly firstIndex: number
}

const toCoverage = (words: readonly string[]) => {
  const fieldWords = new Set(words)
  return { covered: fieldWords, coveredWords: fieldWords.size }
}

/** First position of each sequence of words that can ask for a field, by its key. */
function findPhrasePositions(words: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const length of phraseLengths) {
    for (const [from, window] of wordWindows(words, length).entries()) {
      const name = toPhraseKey(window)
      if (!places.has(name)) places.set(name, from)
    }
  }
  return places
}

/** Computes the coverage of each field with a phrase in the question. */
function computeCoverages(places: ReadonlyMap<string, number>): readonly FieldCoverage[] {
  const matches = [...places].flatMap(([name, from]) =>
    (phrasesByKey.get(name) ?? []).map(({ field, words }) => ({ field, words, from })),
  )
  return [...Map.groupBy(matches, ({ field }) => field)].map(([field, matchesOfField]) => ({
    field,
    ...toCoverage(matchesOfField.flatMap(({ words }) => words)),
    firstIndex: Math.min(...matchesOfField.map(({ from }) => from)),
  }))
}
