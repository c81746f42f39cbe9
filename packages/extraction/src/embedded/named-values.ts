import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import type { Question } from '@recto/provider-spec/answer'
import { toPhraseKey } from '../labels/phrases.ts'
import { keyToWords } from '../values/fold.ts'
import { findMeantTerms, getContentWords } from './meant-terms.ts'
import { areSameValues, convertEmbedded } from './typed-embedded.ts'

/**
 * Returns the values that have only a name, such as form fields, and whose name or label the
 * question contains. Returns nothing when fields of the same name have different values, because
 * either may be meant.
 */
export function findNamedValues(data: EmbeddedData, question: Question): readonly EmbeddedValue[] {
  const { type } = question
  const valuesByPhrase = Map.groupBy(
    data.values.flatMap((value) =>
      value.term === undefined && convertEmbedded(value, type) !== undefined
        ? toPhrases(value).map((phrase) => ({ value, phrase }))
        : [],
    ),
    ({ phrase }) => toPhraseKey(phrase),
  )
  const meanings = [...valuesByPhrase].map(([name, [first]]) => ({
    terms: [name],
    kind: 'any' as const,
    phrases: first ? [first.phrase] : [],
  }))
  const [term] = findMeantTerms(question, meanings)
  const values = (valuesByPhrase.get(term ?? '') ?? []).map(({ value }) => value)
  const [first, ...otherValues] = values.map((value) => convertEmbedded(value, type) ?? null)
  const isConsistent = otherValues.every((otherValue) =>
    areSameValues(type, otherValue, first ?? null),
  )
  return isConsistent ? values : []
}

const maxWords = 8

/**
 * Returns the words of the label and of the name's last part, such as `lastName` in
 * `form1[0].page2[0].lastName[0]`; phrases of one or two letters are left out.
 */
function toPhrases({ name, label }: EmbeddedValue): readonly (readonly string[])[] {
  const last = name.split('.').at(-1) ?? ''
  const nameText = keyToWords(last.replace(/\[\d+\]$/, '')).replaceAll('-', ' ')
  return [nameText, label ?? '']
    .map((text) => {
      const words = getContentWords(text)
      const isSpecific = words.length > 0 && words.length <= maxWords && words.join('').length > 2
      return isSpecific ? words : undefined
    })
    .filter((value) => value !== undefined)
}
