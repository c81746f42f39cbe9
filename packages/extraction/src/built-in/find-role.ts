import { type Passage, slicePassage } from '../align/passage.ts'
import { toLabelWords } from '../labels/phrases.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { getGreetingLength } from './addressee.ts'
import { getSpecificWords, isSameWord } from './classify-words.ts'
import { toMeaningTokens } from './concepts/meaning-tokens.ts'
import { hasKey } from './concepts/meant-question.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'
import { getSentences } from './sentences.ts'

/**
 * A role defined for a party: `Juniper Hill LLC ("Landlord")`, `(nachfolgend „Vermieter“)`,
 * `(ci-après « le Bailleur »)`, `(Vermieterin)`, `hierna "werkgever"`.
 */
const definitions = [
  /\((?:[^()"“„«]{0,60})["“„«] ?(?<role>[^()"“”„«»]{3,40}?) ?["”“»]\)/gu,
  /\((?<role>\p{Lu}\p{L}{2,30})\)/gu,
  new RegExp(
    String.raw`(?<!\p{L})(?:${wordsInAllLanguages('definingWords').join('|')}) (?:\p{L}{1,12} ){0,3}["“„«] ?(?<role>[^()"“”„«»]{3,40}?) ?["”“»]`,
    'giu',
  ),
]
const maxNameWords = 9

type Definition = { readonly role: string; readonly start: number; readonly end: number }

const definitionsBySentence = new WeakMap<Passage, readonly Definition[]>()

/** The roles that a sentence defines, cached because every question for a role needs them. */
function getDefinitions(sentence: Passage): readonly Definition[] {
  const cachedDefinitions = definitionsBySentence.get(sentence)
  if (cachedDefinitions) return cachedDefinitions
  const sentenceDefinitions = findDefinitions(sentence.text)
  definitionsBySentence.set(sentence, sentenceDefinitions)
  return sentenceDefinitions
}

const findDefinitions = (text: string): readonly Definition[] =>
  definitions
    .flatMap((definition) =>
      [...text.matchAll(definition)].map(({ 0: match, index, groups }) => ({
        role: groups?.role ?? '',
        start: index,
        end: index + match.length,
      })),
    )
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start }, i, all) => !all.slice(0, i).some(({ end }) => end > start))

/**
 * Finds the party with a role defined in a contract: the name before the role, which an address, a
 * register entry or a representative can follow.
 */
export function findRole(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  if (fieldQuestion.question.type !== 'text') return undefined
  const specificWords = getSpecificWords(fieldQuestion.phrases)
  if (specificWords.length !== 1) return undefined
  const names = getSentences(preparedDocument).flatMap((sentence) =>
    findParties(preparedDocument, sentence, specificWords[0] ?? ''),
  )
  const [first] = names
  if (!first || new Set(names.map(({ text }) => text)).size > 1) return undefined
  const { name, text, role } = first
  const reason = { kind: 'label', label: role, page: name.page, relation: 'in-sentence' } as const
  return addReasons(toFinding(name, text, text), reason)
}

type Party = { readonly name: Passage; readonly text: string; readonly role: string }

/** The parties of a sentence that it gives the role of a question. */
function findParties(
  { document }: PreparedDocument,
  sentence: Passage,
  word: string,
): readonly Party[] {
  const roles = getDefinitions(sentence)
  return roles
    .map(({ role, start }, i): Party | undefined => {
      if (!isSameRole(role, word)) return undefined
      const textBefore = sentence.text.slice(0, start)
      const clause = textBefore.lastIndexOf('; ') + 1
      const place = findNameRange(textBefore, Math.max(clause, roles[i - 1]?.end ?? 0))
      const name = place && slicePassage(document, sentence, ...place)
      const text = name?.text.replace(/,$/, '') ?? ''
      return name && /\p{L}{2}/u.test(text) ? { name, text, role } : undefined
    })
    .filter((value) => value !== undefined)
}

/** Whether a role is the one that a question names, also in another language. */
function isSameRole(role: string, word: string): boolean {
  if (toLabelWords(role).some((one) => isSameWord(one, word))) return true
  const roleTokens = toMeaningTokens(role).filter(({ group }) => group === 'roles')
  return toMeaningTokens(word).some((token) => token.group === 'roles' && hasKey(roleTokens, token))
}

/** The word that joins two parties; the name begins after it, and its address can follow. */
const partyJoiner = new RegExp(
  String.raw`(?:^|[\s,])(?:${wordsInAllLanguages('partyJoining').join('|')})\s`,
  'giu',
)
/**
 * Start and end of the name of the party that a part of a sentence describes: after the first word
 * that joins parties, or else the capitalized words before the role.
 */
function findNameRange(textBefore: string, from: number): readonly [number, number] | undefined {
  const joint = [...textBefore.slice(from).matchAll(partyJoiner)].find(({ index, 0: match }) =>
    /^[\p{Lu}\p{N}]|^\p{Ll}{1,12}\.? \p{Lu}/u.test(textBefore.slice(from + index + match.length)),
  )
  const start = joint ? from + joint.index + joint[0].length : findStart(textBefore, from)
  const capital = textBefore.slice(start).search(/(?:^|\s)[\p{Lu}\p{N}]/u)
  if (capital < 0) return undefined
  const name = start + capital + (/^\s/u.test(textBefore.slice(start + capital)) ? 1 : 0)
  const greeting = getGreetingLength(textBefore.slice(name))
  const comma = textBefore.slice(name).search(/,(?! (?:Inc|LLC|Ltd|L\.?P|Corp|S\.|Co)\b)/u)
  return [name + greeting, comma < 0 ? textBefore.length : name + comma]
}

/** A party that begins a sentence is named there when its description follows after a comma. */
function findStart(textBefore: string, from: number): number {
  const text = textBefore.slice(from)
  const name = text.match(/^\s?(?:[\d(]{1,3}[.)] )?(?=\p{L}{0,12}\.? ?\p{Lu})[^,;:]{2,80},\s/u)
  return name
    ? from + (name[0].match(/^\s?(?:[\d(]{1,3}[.)] )?/)?.[0].length ?? 0)
    : findCapitalizedStart(textBefore)
}

/** Without a joining word, the name begins at the capitalized words before the bracket. */
function findCapitalizedStart(textBefore: string): number {
  const words = [...textBefore.matchAll(/\S+/gu)].slice(-maxNameWords)
  let start = textBefore.length
  for (const word of words.toReversed()) {
    if (!/^[\p{Lu}\p{N}&(]/u.test(word[0])) break
    start = word.index
  }
  return start
}
