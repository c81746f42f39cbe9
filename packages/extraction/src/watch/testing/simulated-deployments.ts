import { randomFrom } from '../../calibration/testing/simulated-projects.ts'
import type { WatchedDocument, WatchedField } from '../watched-document.ts'

export const changeKinds = ['new layout', 'other model', 'worse scans'] as const
export type ChangeKind = (typeof changeKinds)[number]

export type SimulatedDeployment = {
  readonly documents: readonly WatchedDocument[]
  readonly documentsPerDay: number
}

type DeploymentOptions = {
  readonly seed: number
  readonly documentCount: number
  readonly change?: {
    readonly kind: ChangeKind
    readonly position: number
    /** It is 1 for what people would call a plain change. */
    readonly size?: number
  }
  /** Documents of one supplier arrive in batches of about so many; 1 if absent. */
  readonly batchLength?: number
}

type Random = () => number
const drawBetween = (random: Random, low: number, high: number) => low + (high - low) * random()
const clamp = (share: number) => Math.min(0.999, Math.max(0.001, share))
const emptyRates = [0, 0.01, 0.03, 0.06, 0.2]

type FieldHabit = {
  readonly name: string
  readonly emptyRate: number
  readonly confidence: number
  readonly spread: number
  readonly contradictedRate: number
}

/** Effect of a change on one document. */
type Effect = {
  readonly emptyRate: (field: FieldHabit, index: number) => number
  readonly confidence: number
  readonly contradictedRate: number
}

const noEffect: Effect = {
  emptyRate: ({ emptyRate }) => emptyRate,
  confidence: 0,
  contradictedRate: 0,
}

/** Draws what a change does, and returns its effect on each next document. */
function drawChange(random: Random, kind: ChangeKind, size: number): () => Effect {
  if (kind === 'new layout') {
    const share = Math.min(1, size * drawBetween(random, 0.35, 0.65))
    const lostFields = 1 + Math.floor(3 * random())
    const lostRate = drawBetween(random, 0.6, 0.9)
    return () =>
      random() > share
        ? noEffect
        : {
            emptyRate: ({ emptyRate }, index) =>
              index < lostFields ? Math.max(emptyRate, lostRate) : emptyRate,
            confidence: -0.08,
            contradictedRate: 0.02,
          }
  }
  const confidence = -size * drawBetween(random, 0.06, 0.15)
  if (kind === 'other model') {
    const contradictedRate = size * drawBetween(random, 0.05, 0.12)
    return () => ({ ...noEffect, confidence, contradictedRate })
  }
  const lostRate = size * drawBetween(random, 0.08, 0.16)
  return () => ({
    emptyRate: ({ emptyRate }) => emptyRate + lostRate,
    confidence: confidence / 2,
    contradictedRate: 0,
  })
}

const drawFields = (random: Random): readonly FieldHabit[] =>
  Array.from({ length: 4 + Math.floor(7 * random()) }, (_, index) => ({
    name: `field ${index}`,
    emptyRate: emptyRates[Math.floor(emptyRates.length * random())] ?? 0,
    confidence: drawBetween(random, 0.8, 0.95),
    spread: drawBetween(random, 0.05, 0.2),
    contradictedRate: drawBetween(random, 0, 0.03),
  }))

/** Habits that the documents of a supplier have in common. */
type Supplier = { readonly confidence: number; readonly emptyFactor: number }

const drawSupplier = (random: Random): Supplier => ({
  confidence: drawBetween(random, -0.04, 0.04),
  emptyFactor: drawBetween(random, 0, 2),
})

/** Simulates what a deployment reads, document by document. */
export function deploymentOf({
  seed,
  documentCount,
  change,
  batchLength = 1,
}: DeploymentOptions): SimulatedDeployment {
  const random = randomFrom(seed)
  const fields = drawFields(random)
  const documentsPerDay = Math.round(drawBetween(random, 10, 80))
  const reviewedRate = drawBetween(random, 0.02, 0.3)
  const seconds = drawBetween(random, 2, 20)
  const suppliers = Array.from({ length: 8 }, () => drawSupplier(random))
  const drawEffect = change ? drawChange(random, change.kind, change.size ?? 1) : () => noEffect
  let supplier = drawOne(random, suppliers)
  const documents = Array.from({ length: documentCount }, (_, position): WatchedDocument => {
    if (random() < 1 / batchLength) supplier = drawOne(random, suppliers)
    const effect = change && position >= change.position ? drawEffect() : noEffect
    const answers = fields.map((field, index): [string, WatchedField] => [
      field.name,
      drawAnswer(random, { field, index, effect, supplier }),
    ])
    const failedChecks = answers.filter(([, { isContradicted }]) => isContradicted).length
    const wasSentToReview = failedChecks > 0 || random() < reviewedRate
    const length = 0.5 + random() + 2 * random() ** 4
    return {
      id: `${seed}/${position}`,
      fields: Object.fromEntries(answers),
      failedChecks,
      wasSentToReview,
      correctedFields: wasSentToReview ? drawCorrections(random, answers) : null,
      seconds: seconds * length,
      dollars: 0.001 * length * fields.length,
    }
  })
  return { documents, documentsPerDay }
}

const drawOne = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(values.length * random())] as T

type AnswerOptions = {
  readonly field: FieldHabit
  readonly index: number
  readonly effect: Effect
  readonly supplier: Supplier
}

function drawAnswer(
  random: Random,
  { field, index, effect, supplier }: AnswerOptions,
): WatchedField {
  const habit = { ...field, emptyRate: field.emptyRate * supplier.emptyFactor }
  const isEmpty = random() < effect.emptyRate(habit, index)
  const noise = (random() + random() + random() - 1.5) * field.spread
  const confidence = clamp(field.confidence + supplier.confidence + effect.confidence + noise)
  const contradictedRate = field.contradictedRate + effect.contradictedRate
  return {
    isEmpty,
    confidence: isEmpty ? null : Math.round(100 * confidence) / 100,
    isContradicted: !isEmpty && random() < contradictedRate,
  }
}

const drawCorrections = (
  random: Random,
  answers: readonly (readonly [string, WatchedField])[],
): readonly string[] =>
  answers.filter(([, { confidence }]) => random() > (confidence ?? 0.7)).map(([name]) => name)
