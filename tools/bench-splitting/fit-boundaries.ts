import { collectSigns, type Signs } from '@recto/extraction/boundary-signs'
import { chooseClass } from '@recto/extraction/class-of-pages'
import { getPageFacts, type PageFacts } from '@recto/extraction/page-facts'
import type { SplitWeights } from '@recto/extraction/split-weights'
import type { Pile } from './draw-piles.ts'

type Example = { readonly values: Readonly<Record<string, number>>; readonly isRight: boolean }

/** Signs against a boundary; those of `undirectedSigns` may be either, and all others speak for one. */
const opposingSigns: ReadonlySet<string> = new Set([
  'countIncomplete',
  'nextPage',
  'laterPage',
  'sameNumber',
  'sameParties',
  'sameDate',
  'sameHead',
  'sameFoot',
  'tableGoesOn',
  'sharedWords',
  'sharedFigures',
  'sentenceGoesOn',
  'startsLow',
  'carriedOn',
  'carriesOn',
  'annex',
  'plainTop',
  'sameLook',
])
const undirectedSigns: ReadonlySet<string> = new Set([
  'bias',
  'littleText',
  'samePageNumber',
  'score',
  'lead',
])

/** People expect these weights of the signs; piles move a weight only as far as they show enough of its sign. */
const priors: Readonly<Record<string, number>> = {
  countedAnew: 6,
  countedAnewEarly: 2.5,
  numberedAnew: 1.5,
  firstPage: 1,
  firstOfSeveral: 0.5,
  otherTotal: 1,
  nextPage: -4,
  laterPage: -1.5,
  countIncomplete: -1,
  sameNumber: -8,
  ownNumber: 6,
  otherNumber: 1.8,
  otherKind: 2,
  otherKindWithNumber: 1,
  title: 1,
  otherParties: 1.8,
  otherDate: 0.5,
  salutation: 1,
  otherSalutation: 3,
  copy: 6,
  headAgain: 1.3,
  otherPaper: 0.8,
  otherLanguage: 1.5,
  fewSharedWords: 1.5,
  sharedWords: -1.5,
  sentenceGoesOn: -1.5,
  carriedOn: -2,
  carriesOn: -1.5,
  tableGoesOn: -1.5,
  plainTop: -1.5,
  annex: -4,
}

/** The weight of the priors, in observations. */
const shrinkage = 12
const maxSteps = 40
const minChange = 1e-6
const minCurvature = 1e-9

/** Fits the weights of boundaries and of classes on piles, each page in the part where it belongs. */
export function fitBoundaries(piles: readonly Pile[]): SplitWeights {
  const cache = new Map<unknown, PageFacts>()
  const examples = piles.flatMap((pile) => boundaryExamples(pile, cache))
  const { bias, ...signs } = fitLogistic(examples, Object.keys(priors))
  const classFit = fitLogistic(
    piles.flatMap((pile) => classExamples(pile, cache)),
    [],
  )
  const { bias: classBias = 0, score = 0, lead = 0 } = classFit
  return {
    bias: round(bias ?? 0),
    signs: Object.fromEntries(
      Object.entries(signs)
        .map(([name, weight]) => [name, round(weight)] as const)
        .sort(([a], [b]) => a.localeCompare(b)),
    ),
    class: { bias: round(classBias), score: round(score), lead: round(lead) },
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000

/** Facts of a page do not depend on its number, but for the number itself. */
function factsOf({ pages }: Pile, cache: Map<unknown, PageFacts>): readonly PageFacts[] {
  return pages.map((page) => {
    const facts = cache.get(page.words) ?? getPageFacts(page)
    cache.set(page.words, facts)
    return { ...facts, number: page.number }
  })
}

function boundaryExamples(pile: Pile, cache: Map<unknown, PageFacts>): readonly Example[] {
  const facts = factsOf(pile, cache)
  const starts = new Set(pile.parts.map(({ first }) => first))
  const examples: Example[] = []
  let first: PageFacts | undefined
  let previous: PageFacts | undefined
  for (const [i, page] of facts.entries()) {
    if (page.isEmpty) continue
    const isRight = starts.has(i)
    if (first && previous) {
      const isAfterBlank = previous.number !== i - 1
      const next = facts.slice(i + 1, i + 3).find(({ isEmpty }) => !isEmpty)
      const signs: Signs = collectSigns({ page, previous, first, next, isAfterBlank })
      examples.push({ values: signs as Readonly<Record<string, number>>, isRight })
    }
    if (isRight) first = page
    previous = page
  }
  return examples
}

function classExamples(pile: Pile, cache: Map<unknown, PageFacts>): readonly Example[] {
  const facts = factsOf(pile, cache)
  return pile.parts.flatMap(({ first, kind }) => {
    const { kindScores } = facts[first]!
    const { class: best } = chooseClass(kindScores)
    if (kind === null || best === null) return []
    const [score = 0, next = 0] = [...kindScores.values()].sort((a, b) => b - a)
    return [{ values: { score, lead: score - next }, isRight: best === kind }]
  })
}

/** A sign that seems to say the opposite of what it means does so by chance of the piles, and is left out. */
function fitLogistic(
  examples: readonly Example[],
  expectedNames: readonly string[],
): Readonly<Record<string, number>> {
  // A sign that no pile has keeps the weight that people expect of it.
  const namesInPiles = examples.flatMap(({ values }) => Object.keys(values))
  let names = [...new Set([...expectedNames, ...namesInPiles])].sort()
  for (;;) {
    const weights = fitNamed(examples, names)
    const plausibleNames = names.filter(
      (name) => undirectedSigns.has(name) || weights[name]! > 0 !== opposingSigns.has(name),
    )
    if (plausibleNames.length === names.length) return weights
    names = plausibleNames
  }
}

/** Logistic regression with a quadratic penalty, by Newton's method. */
function fitNamed(
  examples: readonly Example[],
  names: readonly string[],
): Readonly<Record<string, number>> {
  const rows = examples.map(({ values }) =>
    Float64Array.from(['bias', ...names], (name) => (name === 'bias' ? 1 : (values[name] ?? 0))),
  )
  const prior = Float64Array.from(['bias', ...names], (name) => priors[name] ?? 0)
  let weights = prior
  for (let step = 0; step < maxSteps; step++) {
    const { gradient, curvature } = derive(examples, rows, { weights, prior })
    const change = solve(curvature, gradient)
    weights = weights.map((weight, i) => weight - change[i]!)
    if (change.every((one) => Math.abs(one) < minChange)) break
  }
  return Object.fromEntries(['bias', ...names].map((name, i) => [name, weights[i]!]))
}

type Estimate = { readonly weights: Float64Array; readonly prior: Float64Array }

/** The first and second derivatives of the loss; the bias, which comes first, has no prior. */
function derive(
  examples: readonly Example[],
  rows: readonly Float64Array[],
  { weights, prior }: Estimate,
) {
  const size = weights.length
  const gradient = weights.map((weight, i) => (i === 0 ? 0 : shrinkage * (weight - prior[i]!)))
  const curvature = Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_value, j) => {
      if (i !== j) return 0
      return i === 0 ? minCurvature : shrinkage
    }),
  )
  for (const [n, row] of rows.entries()) {
    const logOdds = row.reduce((sum, value, i) => sum + value * weights[i]!, 0)
    const probability = 1 / (1 + Math.exp(-logOdds))
    const error = probability - Number(examples[n]!.isRight)
    const weight = Math.max(probability * (1 - probability), minCurvature)
    const indexes = [...row.keys()].filter((i) => row[i] !== 0)
    for (const i of indexes) {
      gradient[i]! += error * row[i]!
      for (const j of indexes) curvature[i]![j]! += weight * row[i]! * row[j]!
    }
  }
  return { gradient, curvature }
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: readonly Float64Array[], values: Float64Array): Float64Array {
  const rows = matrix.map((row, i) => Float64Array.from([...row, values[i]!]))
  for (const [i, pivot] of rows.entries())
    for (const row of rows.slice(i + 1)) subtract(row, pivot, row[i]! / pivot[i]!)
  const solution = new Float64Array(rows.length)
  for (const [i, row] of [...rows.entries()].reverse()) {
    const sum = solution.reduce((rest, value, j) => rest - row[j]! * value, row.at(-1)!)
    solution[i] = sum / row[i]!
  }
  return solution
}

function subtract(row: Float64Array, pivotRow: Float64Array, factor: number): void {
  for (const [i, value] of pivotRow.entries()) row[i]! -= factor * value
}
