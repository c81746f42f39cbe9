import { slicePassage } from '../align/passage.ts'
import { namedWordsOf } from '../labels/phrases.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { lengthOfGreeting } from './addressee.ts'
import { toldBy } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { sentencesOf } from './prose.ts'
import type { FieldQuestion } from './question-field.ts'
import { isSameWord, specificOf } from './said-words.ts'
import { type Finding, finding } from './typed-value.ts'

/** `Juniper Hill LLC ("Landlord")`, `(nachfolgend „Vermieter“)`, `(ci-après « le Bailleur »)`. */
const defined = /\((?:[^()"“„«]{0,60})["“„«] ?(?<role>[^()"“”„«»]{3,40}?) ?["”“»]\)/gu
const mostWords = 9

/** Whom a contract calls so: the name before the role in quotation marks and brackets. */
export function findRole(prepared: PreparedDocument, asked: FieldQuestion): Finding | undefined {
  if (asked.question.type !== 'text') return undefined
  const wanted = specificOf(asked.words)
  if (wanted.length !== 1) return undefined
  const found = sentencesOf(prepared).flatMap((sentence) =>
    [...sentence.text.matchAll(defined)]
      .filter(({ groups }) =>
        namedWordsOf(groups?.role ?? '').some((word) => isSameWord(word, wanted[0] ?? '')),
      )
      .flatMap(({ index }) => {
        const place = placeOfName(sentence.text.slice(0, index))
        const name = place && slicePassage(prepared.document, sentence, ...place)
        const text = name?.text.replace(/,$/, '') ?? ''
        return name && /\p{L}{2}/u.test(text) ? [{ name, text }] : []
      }),
  )
  const [first] = found
  if (!first || new Set(found.map(({ text }) => text)).size > 1) return undefined
  const { name, text } = first
  const told = {
    kind: 'label',
    label: wanted[0] ?? '',
    page: name.page,
    relation: 'in-sentence',
  } as const
  return toldBy(finding(name, text, text), told)
}

/** Behind the word that joins two parties: the name begins there, and its address may follow it. */
const joined = new RegExp(
  String.raw`(?:^|[\s,])(?:${wordsInAll('partyJoining').join('|')})\s`,
  'gu',
)
const mostLetters = 200

/** Where the name that a bracket tells of begins and ends: an address or a register may stand between them. */
function placeOfName(before: string): readonly [number, number] | undefined {
  const from = Math.max(0, before.length - mostLetters)
  const joint = [...before.slice(from).matchAll(joined)].at(-1)
  const start = joint ? from + joint.index + joint[0].length : startOfName(before)
  const capital = before.slice(start).search(/(?:^|\s)[\p{Lu}\p{N}]/u)
  if (capital < 0) return undefined
  const name = start + capital + (/^\s/u.test(before.slice(start + capital)) ? 1 : 0)
  const greeting = lengthOfGreeting(before.slice(name))
  const comma = before.slice(name).search(/,(?! (?:Inc|LLC|Ltd|L\.?P|Corp|S\.|Co)\b)/u)
  return [name + greeting, comma < 0 ? before.length : name + comma]
}

/** Without a joining word, where the capitalised words before a bracket begin. */
function startOfName(before: string): number {
  const words = [...before.matchAll(/\S+/gu)].slice(-mostWords)
  let start = before.length
  for (const word of words.toReversed()) {
    if (!/^[\p{Lu}\p{N}&(]/u.test(word[0])) break
    start = word.index
  }
  return start
}
