import type { Question } from '@recto/provider-spec/answer'
import { type BusinessField, businessFields, fieldNamed } from '../labels/business-fields.ts'
import { askedPhraseOf, nameOfPhrase, windows } from '../labels/phrases.ts'
import { spokenKey } from '../values/fold.ts'
import {
  asSpelled,
  customerWords,
  dateWords,
  deliveryWords,
  isOnlyName,
  orders,
  politeness,
  sellerWords,
  subjectWords,
  titles,
} from './question-words.ts'

/** What a question asks for, as far as its words tell. */
export type FieldQuestion = {
  readonly question: Question
  /** The words of the question's own that a label may repeat. */
  readonly words: readonly (readonly string[])[]
  readonly field: BusinessField | undefined
  /** Whose it is, where the question says that it is not the seller's. */
  readonly party?: 'customer' | 'delivery' | undefined
  /** It says that it is the seller's. */
  readonly isOfSeller?: boolean
}

const personal: ReadonlySet<string> = new Set([
  ...['vat-id', 'company-number', 'email', 'phone', 'mobile', 'fax', 'website'],
  ...['street', 'city', 'postcode', 'state', 'country', 'address'],
])

/** Whether a field is told of each party of a document. */
export const isPersonal = ({ name }: BusinessField): boolean => personal.has(name)

/** Reads the key first, because it is chosen to be short, then the prompt. */
export function fieldQuestionOf(question: Question): FieldQuestion {
  const key = askedPhraseOf(spokenKey(question.key)).map(asSpelled)
  const prompt = withoutOrder(askedPhraseOf(question.prompt)).filter(
    (word) => !politeness.has(word),
  )
  const words = [key, prompt].filter((words) => words.length > 0)
  // A prompt that says the key and more says it better: `reference` and `payment reference`.
  const isMore = prompt.length > key.length && key.every((word) => prompt.includes(word))
  const fuller = isMore ? fieldOf(prompt, question, 0.99) : undefined
  const found = fuller ?? fieldOf(key, question, 0.75) ?? fieldOf(prompt, question, 0.6)
  const isOfSeller = [...key, ...prompt].some((word) => sellerWords.has(word))
  return { question, words, isOfSeller, ...(found ?? { field: undefined }) }
}

/** `Return the total` asks for the total, `return date` for the day of a return. */
function withoutOrder(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !politeness.has(word))
  const [order = '', next = ''] = words.slice(first)
  return orders.has(order) && !dateWords.has(next) && words.length > 2
    ? words.slice(first + 1)
    : words
}

type Asked = Pick<FieldQuestion, 'party'> & { readonly field: BusinessField }

function fieldOf(words: readonly string[], question: Question, share: number): Asked | undefined {
  const whole = bestField(words, question, share)
  const party = partyIn(words)
  if (party) return ofParty(words, question, { whole, party, share })
  const field =
    whole ??
    ofSeller(words, question, share) ??
    ofSubject(words, question) ??
    ofPaper(words, question)
  return field && { field }
}

/** `Datum der Mahnung`. */
function ofPaper(words: readonly string[], { type }: Question): BusinessField | undefined {
  const rest = withoutPaper(words)
  const isDay = rest.length > 0 && rest.every((word) => dateWords.has(word))
  return isDay && type === 'date' ? fieldNamed('date') : undefined
}

/** Whoever asks for the sender of a letter may call it what it is. */
const withoutPaper = (words: readonly string[]): readonly string[] => {
  const rest = words.filter((word) => !titles.has(word))
  return rest.length + 1 === words.length ? rest : words
}

const addressWords = new Set(
  fieldNamed('address')
    .labels.filter(({ length }) => length === 1)
    .flat(),
)

/** `Name der Mitarbeiterin`: a paper about one person calls them by no more than their name. */
function ofSubject(words: readonly string[], { type }: Question): BusinessField | undefined {
  const rest = words.filter((word) => !subjectWords.has(word))
  if (rest.length === words.length || rest.length === 0 || type !== 'text') return undefined
  if (rest.every((word) => addressWords.has(word))) return fieldNamed('customer-address')
  return isOnlyName(rest) ? fieldNamed('full-name') : undefined
}

/** Whoever is only named is asked for by name: `Name des Geschäfts`. */
function ofSeller(
  words: readonly string[],
  question: Question,
  share: number,
): BusinessField | undefined {
  const rest = words.filter((word) => !sellerWords.has(word))
  if (rest.length < words.length && isOnlyName(withoutPaper(rest)) && question.type === 'text')
    return fieldNamed('seller-name')
  return bestField(rest, question, share)
}

function partyIn(words: readonly string[]): 'customer' | 'delivery' | undefined {
  if (words.some((word) => customerWords.has(word))) return 'customer'
  return words.some((word) => deliveryWords.has(word)) ? 'delivery' : undefined
}

type Told = {
  readonly whole: BusinessField | undefined
  readonly party: 'customer' | 'delivery'
  readonly share: number
}

/** A field of the party itself, or one that each party has of its own. */
function ofParty(
  words: readonly string[],
  question: Question,
  { whole, party, share }: Told,
): Asked | undefined {
  if (whole && aboutCustomer.has(whole.name)) return { field: whole }
  const rest = words.filter((word) => !customerWords.has(word) && !deliveryWords.has(word))
  if (isOnlyName(withoutPaper(rest)) && question.type === 'text')
    return { field: fieldNamed(`${party}-name`) }
  const own = bestField(rest, question, share)
  if (own?.name === 'address') return { field: fieldNamed(`${party}-address`) }
  if (own && isPersonal(own)) return { field: own, party }
  return party === 'delivery' && whole ? { field: whole } : undefined
}

const aboutCustomer: ReadonlySet<string> = new Set([
  ...['customer-name', 'customer-number', 'customer-address', 'order-number'],
  ...['delivery-name', 'delivery-address', 'delivery-date', 'delivery-number', 'shipping'],
])

type Phrase = { readonly field: BusinessField; readonly words: readonly string[] }

/** How a question may ask for fields, by the names of the phrases: most questions have few of them. */
const phrasesByName: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  businessFields.flatMap((field) => field.asked.map((words) => ({ field, words }))),
  ({ words }) => nameOfPhrase(words),
)
const order = new Map(businessFields.map((field, at) => [field, at]))
const askedLengths = [
  ...new Set(businessFields.flatMap(({ asked }) => asked.map(({ length }) => length))),
]

/** No field has more words to cover those of a question with. */
const maxCovered = Math.max(...businessFields.map(({ asked }) => new Set(asked.flat()).size))

/** The field that covers most of the words, when it covers at least that share of them. */
function bestField(
  words: readonly string[],
  { type }: Question,
  share: number,
): BusinessField | undefined {
  if (words.length * share > maxCovered) return undefined
  const ranked = coverages(placesOf(words))
    .filter(({ field }) => suits(field, type))
    .toSorted(
      (a, b) =>
        b.covered - a.covered ||
        rank(a.field, type) - rank(b.field, type) ||
        a.from - b.from ||
        (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0),
    )
  const best = ranked[0]
  return best && best.covered / words.length >= share ? best.field : undefined
}

/** `vat` may be an amount or an identifier: only a question for a number asks for the amount. */
function rank({ kind }: BusinessField, type: Question['type']): number {
  return kind === 'amount' && type === 'text' ? 1 : 0
}

function suits({ kind }: BusinessField, type: Question['type']): boolean {
  if (type === 'text') return true
  if (type === 'number') return ['amount', 'count', 'percent', 'identifier'].includes(kind)
  return kind === type
}

type Coverage = {
  readonly field: BusinessField
  /** How many of the words the field's phrases say. */
  readonly covered: number
  /** Where the first of them begins: a question names what it asks for before whose it is. */
  readonly from: number
}

/** Where each run of the words that a field may be asked by begins for the first time, by its name. */
function placesOf(words: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const length of askedLengths) {
    for (const [from, window] of windows(words, length).entries()) {
      const name = nameOfPhrase(window)
      if (!places.has(name)) places.set(name, from)
    }
  }
  return places
}

/** Of each field of which the words say a phrase. */
function coverages(places: ReadonlyMap<string, number>): readonly Coverage[] {
  const said = [...places].flatMap(([name, from]) =>
    (phrasesByName.get(name) ?? []).map(({ field, words }) => ({ field, words, from })),
  )
  return [...Map.groupBy(said, ({ field }) => field)].map(([field, own]) => ({
    field,
    covered: new Set(own.flatMap(({ words }) => words)).size,
    from: Math.min(...own.map(({ from }) => from)),
  }))
}
