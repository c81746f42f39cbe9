import type { Pair, PreparedDocument } from './prepare-document.ts'
import type { FieldQuestion } from './question-field.ts'

/** Vectors of texts, in order, for comparing labels by meaning. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

/** How near in meaning a label is to each question, 0 to 1, by the question's key. */
export type Meanings = ReadonlyMap<string, ReadonlyMap<Pair, number>>

/** Labels of a long document beyond these are compared by their words only. */
const maxLabels = 400

/** A label that plainly names another field is not a candidate, however near it seems. */
const namesAnother = 0.9

/** Compares the questions that no business field covers with every label, by cosine similarity. */
export async function meaningsOf(
  prepared: PreparedDocument,
  asked: readonly FieldQuestion[],
  embed: EmbedTexts,
): Promise<Meanings> {
  const open = asked.filter(({ field }) => field === undefined)
  const pairs = prepared.pairs.filter(({ known }) => known < namesAnother)
  const labels = [...new Set(pairs.map(({ label }) => label.text))].slice(0, maxLabels)
  if (open.length === 0 || labels.length === 0) return new Map()

  const vectors = await embed([...open.map(({ question }) => question.prompt), ...labels])
  const directions = vectors.map(directionOf)
  return new Map(
    open.map(({ question }, i) => {
      const near = labels.map((_, at) => cosine(directions[i], directions[open.length + at]))
      const nearness = new Map(labels.map((label, at) => [label, near[at] ?? 0]))
      return [
        question.key,
        new Map(pairs.map((pair) => [pair, nearness.get(pair.label.text) ?? 0])),
      ]
    }),
  )
}

type Direction = { readonly vector: readonly number[]; readonly length: number }

/** Every vector is compared with many, so its length is worked out once. */
const directionOf = (vector: readonly number[]): Direction => ({
  vector,
  length: Math.sqrt(dot(vector, vector)),
})

function cosine(a: Direction | undefined, b: Direction | undefined): number {
  const lengths = (a?.length ?? 0) * (b?.length ?? 0)
  return a && b && lengths > 0 ? dot(a.vector, b.vector) / lengths : 0
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
