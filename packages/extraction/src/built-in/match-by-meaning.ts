import type { FieldQuestion } from './field-question.ts'
import type { LabelPair, PreparedDocument } from './prepare-document.ts'

/** Vectors of texts, in order, for comparing labels by meaning. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

/** Similarity in meaning of each label to each question, 0 to 1, by the key of the question. */
export type Meanings = ReadonlyMap<string, ReadonlyMap<LabelPair, number>>

/**
 * Maximum number of labels compared by meaning; further ones of a long document are compared by
 * their words only.
 */
const maxLabels = 400

/** A label that clearly names a business field is not a candidate, however similar it seems. */
const otherFieldScore = 0.9

/** Compares the questions that no business field covers with every label, by cosine similarity. */
export async function compareMeanings(
  preparedDocument: PreparedDocument,
  fieldQuestions: readonly FieldQuestion[],
  embed: EmbedTexts,
): Promise<Meanings> {
  const open = fieldQuestions.filter(({ field }) => field === undefined)
  const pairs = preparedDocument.pairs.filter(
    ({ bestFieldScore }) => bestFieldScore < otherFieldScore,
  )
  const labels = [...new Set(pairs.map(({ label }) => label.text))].slice(0, maxLabels)
  if (open.length === 0 || labels.length === 0) return new Map()

  const vectors = await embed([...open.map(({ question }) => question.prompt), ...labels])
  const directions = vectors.map(measureVector)
  return new Map(
    open.map(({ question }, i) => {
      const similarities = labels.map((_, labelIndex) =>
        cosineSimilarity(directions[i], directions[open.length + labelIndex]),
      )
      const similarityByLabel = new Map(
        labels.map((label, index) => [label, similarities[index] ?? 0]),
      )
      return [
        question.key,
        new Map(pairs.map((pair) => [pair, similarityByLabel.get(pair.label.text) ?? 0])),
      ]
    }),
  )
}

type MeasuredVector = { readonly vector: readonly number[]; readonly length: number }

/** The length is computed once because every vector is compared with many others. */
const measureVector = (vector: readonly number[]): MeasuredVector => ({
  vector,
  length: Math.sqrt(dotProduct(vector, vector)),
})

function cosineSimilarity(a: MeasuredVector | undefined, b: MeasuredVector | undefined): number {
  const lengths = (a?.length ?? 0) * (b?.length ?? 0)
  return a && b && lengths > 0 ? dotProduct(a.vector, b.vector) / lengths : 0
}

function dotProduct(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
