import { slicePassage } from '../align/passage.ts'
import { toLabelWords } from '../labels/phrases.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { getGreetingLength } from './addressee.ts'
import { getSpecificWords, isSameWord } from './classify-words.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'
import { getSentences } from './sentences.ts'

/**
 * A role defined in brackets: `Juniper Hill LLC ("Landlord")`, `(nachfolgend „Vermieter“)`,
 * `(ci-après « le Bailleur »)`.
 */
const roleDefinition = /\((?:[^()"“„«]{0,60})["“„«] ?(?<role>[^()"“”„«»]{3,40}?) ?["”“»]\)/gu
const maxNameWords = 9

/**
 * Finds the party with a role defined in a contract: the name before the role in quotation marks
 * and brackets.
 */
export function findRole(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  if (fieldQuestion.question.type !== 'text') return undefined
  const specificWords = getSpecificWords(fieldQuestion.phrases)
  if (specificWords.length !== 1) return undefined
  const names = getSentences(preparedDocument).flatMap((sentence) =>
    [...sentence.text.matchAll(roleDefinition)]
      .filter(({ groups }) =>
        toLabelWords(groups?.role ?? '').some((word) => isSameWord(word, specificWords[0] ?? '')),
      )
      .map(({ index }) => {
        const place = findNameRange(sentence.text.slice(0, index))
        const name = place && slicePassage(preparedDocument.document, sentence, ...place)
        const text = name?.text.replace(/,$/, '') ?? ''
        return name && /\p{L}{2}/u.test(text) ? { name, text } : undefined
      })
      .filter((value) => value !== undefined),
  )
  const [first] = names
  if (!first || new Set(names.map(({ text }) => text)).size > 1) return undefined
  const { name, text } = first
  const reason = {
    kind: 'label',
    label: specificWords[0] ?? '',
    page: name.page,
    relation: 'in-sentence',
  } as const
  return addReasons(toFinding(name, text, text), reason)
}

/** The word that joins two parties; the name begins after it, and its address can follow. */
const partyJoiner = new RegExp(
  String.raw`(?:^|[\s,])(?:${wordsInAllLanguages('partyJoining').join('|')})\s`,
  'gu',
)
const maxNameLength = 200

/**
 * Start and end of the name before a bracket; an address or a register entry can follow the name.
 */
function findNameRange(textBefore: string): readonly [number, number] | undefined {
  const from = Math.max(0, textBefore.length - maxNameLength)
  const joint = [...textBefore.slice(from).matchAll(partyJoiner)].at(-1)
  const start = joint ? from + joint.index + joint[0].length : findCapitalizedStart(textBefore)
  const capital = textBefore.slice(start).search(/(?:^|\s)[\p{Lu}\p{N}]/u)
  if (capital < 0) return undefined
  const name = start + capital + (/^\s/u.test(textBefore.slice(start + capital)) ? 1 : 0)
  const greeting = getGreetingLength(textBefore.slice(name))
  const comma = textBefore.slice(name).search(/,(?! (?:Inc|LLC|Ltd|L\.?P|Corp|S\.|Co)\b)/u)
  return [name + greeting, comma < 0 ? textBefore.length : name + comma]
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
