import type { Context } from '../../platform/context.ts'
import type { FittedConfidence, JudgedConfidence } from './text/fit-judged.ts'

/** Calibrates by the judged values of a project in a process of its own, with its limits of time and memory. */
export async function fitValues(
  { compute }: Pick<Context, 'compute'>,
  values: readonly JudgedConfidence[],
): Promise<FittedConfidence> {
  const fit = await compute.run({
    key: 'no document',
    load: async () => new Uint8Array(),
    operation: 'fitJudged',
    input: values,
    name: 'calibration',
  })
  // The process runs the operation of that name.
  return fit as FittedConfidence
}
