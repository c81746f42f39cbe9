import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import type { Question } from '@recto/provider-spec/answer'
import { toPhraseKey } from '../labels/phrases.ts'
import { keyToWords } from '../values/fold.ts'
import { contentOf, meantTerms } from './meant-terms.ts'
import { saysSame, typedEmbedded } from './typed-embedded.ts'

/**
 * Returns the values that have only a name, such as form fields, and whose name or label the
 * question contains. Returns nothing when fields of the same name have different values, because
 * either may be meant.
 */
export function valuesNamed(data: EmbeddedData, question: Question): readonly EmbeddedValue[] {
  const { type } = question
  const named = Map.groupBy(
    data.values.flatMap((value) =>
      value.term === undefined && typedEmbedded(value, type) !== undefined
        ? phrasesFor(value).map((phrase) => ({ value, phrase }))
        : [],
    ),
    ({ phrase }) => toPhraseKey(phrase),
  )
  const meanings = [...named].map(([name, [first]]) => ({
    terms: [name],
    kind: 'any' as const,
    phrases: first ? [first.phrase] : [],
  }))
  const [meant] = meantTerms(question, meanings)
  const values = (named.get(meant ?? '') ?? []).map(({ value }) => value)
  const [first, ...others] = values.map((value) => typedEmbedded(value, type) ?? null)
  const agree = others.every((other) => saysSame(type, other, first ?? null))
  return agree ? values : []
}

const maxWords = 8

/**
 * Returns the words of the label and of the name's last part, such as `lastName` in
 * `form1[0].page2[0].lastName[0]`; phrases of one or two letters are left out.
 */
function phrasesFor({ name, label }: EmbeddedValue): readonly (readonly string[])[] {
  const last = name.split('.').at(-1) ?? ''
  const spoken = keyToWords(last.replace(/\[\d+\]$/, '')).replaceAll('-', ' ')
  return [spoken, label ?? '']
    .map((text) => {
      const words = contentOf(text)
      const isTelling = words.length > 0 && words.length <= maxWords && words.join('').length > 2
      return isTelling ? words : undefined
    })
    .filter((value) => value !== undefined)
}
