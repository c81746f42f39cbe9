import { type Concept, findConcepts, findConceptsOfWord, stemOf } from './concept-vocabulary.ts'

/** A part of a word: the concepts that it names, or none for a word that no vocabulary has. */
export type WordPart = { readonly text: string; readonly concepts: readonly Concept[] }

const minCompoundLength = 7
/** Longer words are no compounds, and every place to split one costs a search. */
const maxCompoundLength = 60
const minPartLength = 4
/** Shorter words that begin compounds. */
const shortParts: ReadonlySet<string> = new Set(['vor', 'neu', 'alt', 'ust', 'kfz', 'btw', 'net'])
/** Minimum length of a part beside another one that no vocabulary has. */
const minKnownLength = 5
const minUnknownLength = 3
/** Minimum length of an inflected part beside one that no vocabulary has. */
const minInflectedLength = 7
const maxParts = 4

/** Letters that join the parts of a compound: `Jahres-beitrag`. */
const joints = ['', 's', 'n', 'es', 'en', 'e', 'er']

const partsByWord = new Map<string, readonly WordPart[]>()
const maxCachedWords = 20_000

/** Splits a folded word into the concepts that it names: `nettoverdienst` into net and pay. */
export function splitCompound(word: string): readonly WordPart[] {
  const cachedParts = partsByWord.get(word)
  if (cachedParts) return cachedParts
  const concepts = findConceptsOfWord(word)
  if (word.length > maxCompoundLength) return [{ text: word, concepts }]
  const parts =
    concepts.length > 0
      ? [{ text: word, concepts }]
      : (splitCompletely(word, maxParts) ?? splitInTwo(word) ?? [{ text: word, concepts }])
  if (partsByWord.size >= maxCachedWords) partsByWord.clear()
  partsByWord.set(word, parts)
  return parts
}

/** Splits a compound whose parts all name concepts, the longest first part first. */
function splitCompletely(word: string, maxPartCount: number): readonly WordPart[] | undefined {
  if (word.length < minCompoundLength || maxPartCount < 2) return undefined
  for (let end = word.length - minPartLength; end > 2; end--) {
    const first = toFirstPart(word.slice(0, end))
    const otherParts = first && splitRest(word, end, maxPartCount)
    if (otherParts) return [first, ...otherParts]
  }
  return undefined
}

function splitRest(
  word: string,
  end: number,
  maxPartCount: number,
): readonly WordPart[] | undefined {
  for (const joint of joints) {
    const rest = word.slice(end + joint.length)
    if (!word.startsWith(joint, end) || rest.length < minPartLength) continue
    const last = toNamedPart(rest)
    const otherParts = last ? [last] : splitCompletely(rest, maxPartCount - 1)
    if (otherParts) return otherParts
  }
  return undefined
}

/** Splits a compound of which only the end or the beginning names a concept. */
function splitInTwo(word: string): readonly WordPart[] | undefined {
  if (word.length < minKnownLength + minUnknownLength) return undefined
  for (let start = minUnknownLength; start <= word.length - minKnownLength; start++) {
    const last = toExactPart(word.slice(start))
    if (last) return [{ text: word.slice(0, start), concepts: [] }, last]
  }
  return undefined
}

function toFirstPart(text: string): WordPart | undefined {
  if (text.length < minPartLength && !shortParts.has(text)) return undefined
  const concepts = findConcepts(text)
  return concepts.length > 0 ? { text, concepts } : undefined
}

/** Refuses inflected forms: beside a part that no vocabulary has, they often end another word, as in `calib-rated`. */
function toExactPart(text: string): WordPart | undefined {
  if (/(?:ed|ing)$/.test(text)) return undefined
  const concepts = findConcepts(text)
  if (concepts.length > 0) return { text, concepts }
  return text.length < minInflectedLength ? undefined : toNamedPart(text)
}

function toNamedPart(text: string): WordPart | undefined {
  const concepts = findConceptsOfWord(text)
  return concepts.length > 0 ? { text, concepts } : undefined
}

const minCognateLength = 6

/** The same for words of the same origin in several languages: `haemoglobin`, `Hämoglobin`. */
export function cognateOf(word: string): string | undefined {
  if (word.length < minCognateLength || /\d/.test(word)) return undefined
  const spelling = word
    .replace(/ph/g, 'f')
    .replace(/[ao]e/g, (letters) => letters.charAt(0))
    .replace(/h/g, '')
    .replace(/y/g, 'i')
    .replace(/[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1')
  return spelling.length < minCognateLength ? stemOf(spelling) : spelling.slice(0, minCognateLength)
}
