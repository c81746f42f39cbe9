import { slicePassage } from '../align/passage.ts'
import { namedWordsOf } from '../labels/phrases.ts'
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
        const start = startOfName(sentence.text.slice(0, index))
        const name = slicePassage(prepared.document, sentence, start, index)
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

/** Where the capitalised words before a bracket begin; a comma parts them from what stands before. */
function startOfName(before: string): number {
  const words = [...before.matchAll(/\S+/gu)].slice(-mostWords)
  let start = before.length
  for (const word of words.toReversed()) {
    const isFirst = start === before.length
    if (!/^[\p{Lu}\p{N}&(]/u.test(word[0]) || (!isFirst && /[;:]$/u.test(word[0]))) break
    if (!isFirst && word[0].endsWith(',') && !isForm(before.slice(start))) break
    start = word.index
  }
  return start
}

/** Behind a comma a legal form belongs to the name: `Northgate, Inc.` */
const isForm = (text: string): boolean => /^(?:Inc|LLC|Ltd|L\.?P|Corp|S\.|Co)\b/u.test(text.trim())
