import { toMeaningTokens } from '../built-in/concepts/meaning-tokens.ts'
import { fold } from '../values/fold.ts'
import { isConjunction } from './chat-question.ts'
import { getSpellings } from './name-words.ts'
import { spokenLanguages, type WordSet } from './spoken-languages.ts'

/** A word as it is written, and folded. */
type Word = { readonly text: string; readonly foldedText: string }

type SaysWord = (word: string) => boolean

const weight = 'weight'
const salary = 'salary'

/**
 * Says what a question asks for as a label would, without the words that only make it a question: `Which delivery note
 * number does the delivery have?` asks for the `delivery note number`. What follows its verb says of whom or of what it is
 * asked; where more than the document is said there, the fuller wording comes first, and the shorter one only follows if
 * the document says all of those words too. Empty for what is no question and no request.
 */
export function listBareWordings(wording: string, isSaid: SaysWord): readonly string[] {
  const words = wordsAsWritten(wording)
  const languages = spokenLanguages.filter((language) =>
    language.asking.has(words[0]?.foldedText ?? ''),
  )
  if (languages.length === 0) return []
  const isIn =
    (...sets: readonly WordSet[]) =>
    (word: Word): boolean =>
      languages.some((language) => sets.some((set) => language[set].has(word.foldedText)))
  const isFrameOfLanguage = isIn('asking', 'being', 'auxiliaries', 'charging', 'fillers', 'pending')
  const isFrame = (word: Word) => isFrameOfLanguage(word) || isConjunction(word.foldedText)
  const asksWeight = words.some(isIn('weighing')) && words.some(isIn('asking'))
  // The verb of `What interest rate does it pay?` remains where its subject was left out.
  const isPaying = isIn('paying')
  const coreWords = dropAtEnds(
    words,
    (word) => isFrame(word) || (word === words.at(-1) && isPaying(word)),
  )
  const verb = coreWords.findIndex(isIn('auxiliaries'))
  const head = verb < 0 ? coreWords : dropAtEnds(coreWords.slice(0, verb), isFrame)
  const isEmptyVerb = isIn('being', 'auxiliaries', 'fillers', 'pending', 'paying', 'delivering')
  const tail = verb < 0 ? [] : coreWords.slice(verb).filter((word) => !isEmptyVerb(word))
  if (asksWeight) return [toWeight(words.filter(isIn('total')))]
  if (words.some(isIn('earning')))
    return [
      [salary, joinWords(coreWords.filter((word) => !isIn('earning')(word)))].join(' ').trim(),
    ]
  const isTailSaid = tail.every((word) => isSaid(word.foldedText))
  const wordings = [[...head, ...tail], isTailSaid ? head : []]
  return [...new Set(wordings.map(joinWords))].filter(
    (bareWording) => bareWording !== '' && bareWording !== joinWords(words),
  )
}

const toWeight = (totalWords: readonly Word[]): string =>
  totalWords.length > 0 ? `total ${weight}` : weight

const wordsAsWritten = (wording: string): readonly Word[] =>
  [...wording.matchAll(/[\p{L}\p{N}\p{M}]+(?:[./-]+[\p{L}\p{N}\p{M}]+)*/gu)]
    .map(([text]) => text)
    .filter((text) => text !== 's')
    .map((text) => ({ text, foldedText: fold(text) }))

const joinWords = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

function dropAtEnds(words: readonly Word[], isDropped: (word: Word) => boolean): readonly Word[] {
  const first = words.findIndex((word) => !isDropped(word))
  const last = words.findLastIndex((word) => !isDropped(word))
  return first < 0 ? [] : words.slice(first, last + 1)
}

type SaidInDocument = {
  /** Folded words of its text. */
  readonly textWords: ReadonlySet<string>
  /** Everything that its text names. */
  readonly namedKeys: ReadonlySet<string>
}

/**
 * Whether a document names what a word stands for, in its words or in those of another language. A word for a party never
 * counts: it says whose value is asked for.
 */
export function isSaidIn(word: string, { textWords, namedKeys }: SaidInDocument): boolean {
  const tokens = toMeaningTokens(word)
  if (tokens.some(({ group }) => group === 'roles')) return false
  return (
    getSpellings(word).some((spelling) => textWords.has(spelling)) ||
    tokens.some(({ keys }) => keys.some((key) => namedKeys.has(key)))
  )
}
