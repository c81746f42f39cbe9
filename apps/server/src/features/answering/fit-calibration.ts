import type { Context } from '../../platform/context.ts'
import type { FittedConfidence, TypedConfidence } from './text/fit-judged.ts'

/** Fits the calibration of a project in another process, with its time and memory limits. */
export async function fitCalibration(
  { compute }: Pick<Context, 'compute'>,
  values: readonly TypedConfidence[],
): Promise<FittedConfidence> {
  const result = await compute.run({
    key: 'no document',
    load: async () => new Uint8Array(),
    operation: 'fitJudged',
    input: values,
    name: 'calibration',
  })
  // The operation `fitJudged` returns this type.
  return result as FittedConfidence
}
