import type { FieldType } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import {
  customerWords,
  deliveryWords,
  nameWords,
  politeness,
  sellerWords,
  subjectWords,
} from './question-words.ts'

/** What a word says of the form of a value, and not which value it is. */
type Form = 'name' | 'date' | 'amount' | 'number'

/** The words of a label or a question, by what they tell. */
export type SaidWords = {
  /** What tells which value is meant, in order. */
  readonly specific: readonly string[]
  readonly forms: ReadonlySet<Form>
}

const folded = (list: Parameters<typeof wordsInAll>[0]) => wordsInAll(list).map(fold)

const formOf: ReadonlyMap<string, Form> = new Map<string, Form>([
  ...[...nameWords].map((word) => [word, 'name'] as const),
  ...folded('dateWords').map((word) => [word, 'date'] as const),
  ...folded('amountWords').map((word) => [word, 'amount'] as const),
  ...[...folded('numberWords'), 'code'].map((word) => [word, 'number'] as const),
])

/** German, Dutch and the languages of the north write such words behind others: `Personalnummer`. */
const endings = [...formOf].filter(
  ([word]) => word.length > 3 && word !== 'code' && word !== 'total',
)
const shortestStem = 4

/** Whose a value is may stand in a question without standing in the label. */
const subjects: ReadonlySet<string> = new Set([
  ...[...subjectWords, ...sellerWords, ...customerWords, ...deliveryWords],
])

const empty: ReadonlySet<string> = new Set([
  ...[...politeness, ...folded('prepositions'), ...folded('fillers')],
])

const said = new WeakMap<readonly string[], SaidWords>()

/** Of a phrase or the words of a question, which are compared with many. */
export function saidWordsOf(words: readonly string[]): SaidWords {
  const before = said.get(words)
  if (before) return before
  const all = saidIn(words)
  said.set(words, all)
  return all
}

function saidIn(words: readonly string[]): SaidWords {
  const specific: string[] = []
  const forms = new Set<Form>()
  for (const word of words) {
    const form = formOf.get(word)
    const compound = form ? undefined : compoundOf(word)
    if (form) forms.add(form)
    else if (compound) {
      specific.push(compound.stem)
      forms.add(compound.form)
    } else if (!empty.has(word)) specific.push(word)
  }
  return { specific, forms }
}

function compoundOf(word: string): { readonly stem: string; readonly form: Form } | undefined {
  const found = endings.find(
    ([ending]) => word.endsWith(ending) && word.length >= ending.length + shortestStem,
  )
  return found && { stem: word.slice(0, -found[0].length), form: found[1] }
}

/** What the prompt of a question says of which value is meant; where it says nothing, what the key does. */
export function specificOf(asked: readonly (readonly string[])[]): readonly string[] {
  const words = asked.findLast((one) => saidWordsOf(one).specific.length > 0)
  return words ? saidWordsOf(words).specific : []
}

/** How the forms of one word end, in several languages; those that make another word of it are left out: `employer`. */
const inflections: ReadonlySet<string> = new Set([
  '',
  ...'s es e n en em ern d ed t te ten ing a o i os as'.split(' '),
])
const shortInflections: ReadonlySet<string> = new Set(['', 's', 'es'])
const fewestShared = 4
const fewestSharedOfShort = 3

/** Whether two words are forms of one. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared += 1
  if (shared < fewestSharedOfShort) return false
  const allowed = shared < fewestShared ? shortInflections : inflections
  return allowed.has(a.slice(shared)) && allowed.has(b.slice(shared))
}

/** A label may leave out so little of what is asked. */
const leastCoverage = 0.6
const mostExtras = 2

/**
 * How well a label says what is asked, 0 to 1: 1 where both have the same words, whatever their order, their inflections
 * and what they say of the form of the value; less where the question says more, or the label.
 */
export function closeness(label: SaidWords, asked: SaidWords, type: FieldType): number {
  if (label.specific.length === 0 || asked.specific.length === 0) return 0
  if (![...label.forms].every((form) => asked.forms.has(form) || isImplied(form, type))) return 0
  const isInLabel = (word: string) => label.specific.some((one) => isSameWord(one, word))
  const matched = asked.specific.filter(isInLabel)
  if (matched.length === 0) return 0
  const isSaid = (word: string) => asked.specific.some((one) => isSameWord(one, word))
  const extras = label.specific.filter((word) => !isSaid(word)).length
  if (extras === 0) return coverage(matched, asked)
  if (extras > mostExtras || matched.length < asked.specific.length) return 0
  return 0.5 + (0.45 * matched.length) / (matched.length + extras)
}

function coverage(matched: readonly string[], { specific }: SaidWords): number {
  if (matched.length === specific.length) return 1
  const needed = specific.filter((word) => matched.includes(word) || !subjects.has(word))
  const [head] = needed
  const share = matched.length / needed.length
  return head !== undefined && matched.includes(head) && share >= leastCoverage
    ? 0.6 + 0.35 * share
    : 0
}

/** What the type of a question says already. */
function isImplied(form: Form, type: FieldType): boolean {
  if (form === 'name') return type === 'text'
  if (form === 'date') return type === 'date'
  return form === 'amount' && type === 'number'
}
