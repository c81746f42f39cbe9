import type { Corpus } from '../../../apps/server/src/entry/testing/corpus.ts'
import {
  documentFields,
  type RealisticKind,
} from '../../realistic-documents/realistic-documents.ts'

/** Keeps the numbers of all documents at seven digits. */
const firstNumber = 1_000_000

/** Copies of some kinds of the realistic documents in turn; no two are equal. */
export function realisticCorpus(kinds: readonly RealisticKind[]): NamedCorpus {
  const kindOf = (number: number) => kinds[number % kinds.length] as RealisticKind
  const digitsOf = (number: number) => String(firstNumber + number)
  const fileNameOf = (number: number) => `document-${digitsOf(number)}.${kindOf(number).extension}`
  return {
    fields: documentFields,
    replyModule: new URL('./reply.ts', import.meta.url),
    count: kinds.length,
    nameOf: (number) => kindOf(number).name,
    fileNameOf,
    async fileOf(number) {
      const { write, mediaType } = kindOf(number)
      const content = await write(digitsOf(number))
      return { name: fileNameOf(number), content, field: 'files', type: mediaType }
    },
    isRight(number, key, value) {
      const values = kindOf(number).valuesOf(digitsOf(number))
      return new Map<string, unknown>(Object.entries(values)).get(key) === value
    },
    mayFail: (_, hasFailed) => !hasFailed,
  }
}

/** Documents that are sent again and again in the same order. */
export type NamedCorpus = Corpus & {
  /** Number of documents after which the first comes again. */
  readonly count: number
  /** The name of a document; its copies share it. */
  readonly nameOf: (number: number) => string
}
