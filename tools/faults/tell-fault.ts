import type { Fault, FaultPlan } from '../../apps/server/src/entry/testing/faults/fault.ts'
import type { FaultVerdict } from '../../apps/server/src/entry/testing/faults/judge-fault.ts'

export type Report = {
  readonly what: string
  /** Reason for skipping the fault, if it was skipped. */
  readonly skipped?: string
  readonly seconds: number
  /** Absent when it could not be told to its end. */
  readonly verdict?: FaultVerdict
  readonly broken: readonly string[]
}

/** The faults after one that fails are still told. */
export async function tellFault(fault: Fault, plan: FaultPlan): Promise<Report> {
  const { what, lacks, run, limits = {} } = fault
  const known = { what, seconds: plan.seconds }
  const skipped = lacks?.()
  if (skipped) return { ...known, skipped, broken: [] }
  try {
    const verdict = await run(plan)
    return { ...known, verdict, broken: [...verdict.broken, ...holdUps(verdict, limits)] }
  } catch (error) {
    return { ...known, broken: [error instanceof Error ? (error.stack ?? '') : String(error)] }
  }
}

function holdUps(
  { worstSeconds, backSeconds }: FaultVerdict,
  limits: NonNullable<Fault['limits']>,
): string[] {
  const { worstSeconds: worst, backSeconds: back } = limits
  const slowest = Math.max(0, ...backSeconds)
  return [
    ...(worst !== undefined && worstSeconds > worst
      ? [`the slowest call took ${worstSeconds} s, more than ${worst}`]
      : []),
    ...(back !== undefined && slowest > back
      ? [`${slowest} s until a call was answered, more than ${back}`]
      : []),
  ]
}
