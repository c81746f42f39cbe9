import type { EmbeddedData } from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'

/** More is nothing that anybody asks for; what is beyond is left out, and a problem says so. */
const maxEmbeddedValues = 5000
const maxProblems = 50

/** Joins the data of several parts of a document, in their order. */
export function joinData(parts: readonly (EmbeddedData | undefined)[]): EmbeddedData {
  const values = parts.flatMap((part) => part?.values ?? [])
  const problems = parts.flatMap((part) => part?.problems ?? [])
  const lines = parts.flatMap((part) => part?.lines ?? [])
  const left = values.length - maxEmbeddedValues
  const tooMany = {
    text: `The document has ${values.length} embedded values; ${left} of them were left out.`,
    place: {},
  }
  return {
    values: values.slice(0, maxEmbeddedValues),
    ...omitUndefined({ lines: lines.length > 0 ? lines : undefined }),
    problems: [...(left > 0 ? [tooMany] : []), ...problems].slice(0, maxProblems),
  }
}
