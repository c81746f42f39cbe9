import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import type { Question } from '@recto/provider-spec/answer'
import { nameOfPhrase } from '../labels/phrases.ts'
import { spokenKey } from '../values/fold.ts'
import { contentOf, meantTerms } from './meant-terms.ts'
import { saysSame, typedEmbedded } from './typed-embedded.ts'

/**
 * The values that have a name alone, such as the fields of a form, and whose name or label the question says; nothing
 * where fields of one name say different things, because it is not said which of them is meant.
 */
export function valuesNamed(data: EmbeddedData, question: Question): readonly EmbeddedValue[] {
  const { type } = question
  const named = Map.groupBy(
    data.values.flatMap((value) =>
      value.term === undefined && typedEmbedded(value, type) !== undefined
        ? phrasesFor(value).map((phrase) => ({ value, phrase }))
        : [],
    ),
    ({ phrase }) => nameOfPhrase(phrase),
  )
  const meanings = [...named].map(([name, [first]]) => ({
    ...{ terms: [name], kind: 'any' as const },
    phrases: first ? [first.phrase] : [],
  }))
  const [meant] = meantTerms(question, meanings)
  const values = (named.get(meant ?? '') ?? []).map(({ value }) => value)
  const [first, ...others] = values.map((value) => typedEmbedded(value, type) ?? null)
  const agree = others.every((other) => saysSame(type, other, first ?? null))
  return agree ? values : []
}

const maxWords = 8

/** Of `form1[0].page2[0].lastName[0]` the last part; names of a letter or two say nothing. */
function phrasesFor({ name, label }: EmbeddedValue): readonly (readonly string[])[] {
  const last = name.split('.').at(-1) ?? ''
  const spoken = spokenKey(last.replace(/\[\d+\]$/, '')).replaceAll('-', ' ')
  return [spoken, label ?? ''].flatMap((text) => {
    const words = contentOf(text)
    const isTelling = words.length > 0 && words.length <= maxWords && words.join('').length > 2
    return isTelling ? [words] : []
  })
}
