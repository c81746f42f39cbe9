import type { FittedConfidence, PresentedAnswer } from '../answering/answering.port.ts'
import { calibratedBy } from '../prompt-studio/prompt-studio.port.ts'

/** By the keys of values; under the names of the contract. */
export type PresentedCalibration = Readonly<
  Record<
    string,
    {
      /** As the machine gave it. */
      readonly raw_confidence: number
      /** Between which the calibrated one lies with 95 %. */
      readonly low: number
      readonly high: number
      /** From how many that is known. */
      readonly truths: number
    }
  >
>

type Shown = {
  readonly confidence: Readonly<Record<string, number | null>>
  readonly calibration?: PresentedCalibration
}

type By = {
  readonly outputs: readonly { readonly name: string; readonly type: string }[]
  readonly fit: FittedConfidence | undefined
}

/** How sure each value is, by the truths of the project where there are enough. */
export function calibrateAnswers(answers: readonly PresentedAnswer[], { outputs, fit }: By): Shown {
  const types = new Map(outputs.map(({ name, type }) => [name, type]))
  const known = answers.map(({ key, confidence }) => {
    const raw = confidence?.whole ?? null
    const type = types.get(key) ?? 'text'
    const worth = raw === null ? undefined : calibratedBy(fit, { type, confidence: raw })
    return { key, raw, worth }
  })
  const confidence = Object.fromEntries(
    known.map(({ key, raw, worth }) => [key, worth?.confidence ?? raw]),
  )
  const calibration = Object.fromEntries(
    known.flatMap(({ key, raw, worth }) =>
      raw === null || !worth
        ? []
        : [
            [
              key,
              {
                raw_confidence: raw,
                ...{ low: worth.interval[0], high: worth.interval[1], truths: worth.truths },
              },
            ] as const,
          ],
    ),
  )
  return { confidence, ...(Object.keys(calibration).length > 0 && { calibration }) }
}
