import { wordsOf } from '../values/fold.ts'

/** Words that number something, in every language, count as one word. */
const numberWords = new Set(
  'no nr nro num number numero nummer numer nummero n id ident'.split(' '),
)

const shortForms: Readonly<Record<string, string>> = {
  amt: 'amount',
  qty: 'quantity',
  including: 'incl',
  inclusive: 'incl',
  excluding: 'excl',
  exclusive: 'excl',
}

const fillers = new Set(
  `the a of for this your our on at and is are was be it its per
  der die das den dem des von vom zum zur fur im am ihre ihr unsere unser und
  le la les l d de du des un une au aux votre notre et pour sur
  el los las del al su por para y un una il lo gli di della dello dei da per e
  het een van op te uw onze en o os as do dos da das no na ao seu
  eur usd gbp chf inr sgd myr rm rs`.split(/\s+/),
)

/**
 * A label in a form in which its ways of writing agree: no values, no filler words, and one word
 * for number, no., Nr. and n°.
 */
export function phraseOf(label: string): readonly string[] {
  return phraseOfWords(spelledWords(label).filter((word) => !/\d/.test(word)))
}

/** The same for a question, in which a digit is part of a name: `street2`. */
export function askedPhraseOf(question: string): readonly string[] {
  return phraseOfWords(spelledWords(question))
}

function spelledWords(text: string): readonly string[] {
  return wordsOf(text.replace(/№|[nN][°º]|#/gu, ' no '))
}

function phraseOfWords(words: readonly string[]): readonly string[] {
  const named = words.map((word) => (numberWords.has(word) ? 'number' : (shortForms[word] ?? word)))
  const kept = named.filter((word) => !fillers.has(word))
  return kept.length > 0 ? kept : named
}

/** The same for phrases of the same words in any order. */
export function nameOfPhrase(phrase: readonly string[]): string {
  return phrase.toSorted().join(' ')
}

/** Phrases written as `one|two`. */
export function phrasesOf(written: string): readonly (readonly string[])[] {
  return written.split('|').map((phrase) => phraseOf(phrase))
}

/**
 * How well a label says a phrase, 0 to 1: 1 when they are the same words in any order, less the
 * more other words the label has.
 */
export function phraseMatch(label: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0 || label.length === 0) return 0
  if (!windows(label, phrase.length).some((window) => isSameWords(window, phrase))) return 0
  return shareMatch(phrase.length, label.length)
}

/** 1 when the phrase is the whole label, less the more other words the label has. */
export function shareMatch(phraseLength: number, labelLength: number): number {
  return phraseLength === labelLength ? 1 : 0.5 + (0.45 * phraseLength) / labelLength
}

/** Every run of so many words. */
export function windows(words: readonly string[], length: number): readonly (readonly string[])[] {
  const count = Math.max(words.length - length + 1, 0)
  return Array.from({ length: count }, (_, i) => words.slice(i, i + length))
}

function isSameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && nameOfPhrase(a) === nameOfPhrase(b)
}
