import type { Fault, FaultPlan } from '../../apps/server/src/entry/testing/faults/fault.ts'
import type { FaultVerdict } from '../../apps/server/src/entry/testing/faults/judge-fault.ts'

export type Report = {
  readonly description: string
  /** Reason for skipping the fault, if it was skipped. */
  readonly skipReason?: string
  readonly seconds: number
  /** Absent if the run failed before it could be judged. */
  readonly verdict?: FaultVerdict
  readonly complaints: readonly string[]
}

/** Runs a fault; a failure becomes a complaint, so that the faults after it still run. */
export async function runFault(fault: Fault, plan: FaultPlan): Promise<Report> {
  const { what: description, lacks, run, limits = {} } = fault
  const base = { description, seconds: plan.seconds }
  const skipReason = lacks?.()
  if (skipReason) return { ...base, skipReason, complaints: [] }
  try {
    const verdict = await run(plan)
    return { ...base, verdict, complaints: [...verdict.broken, ...findDelays(verdict, limits)] }
  } catch (error) {
    return { ...base, complaints: [error instanceof Error ? (error.stack ?? '') : String(error)] }
  }
}

function findDelays(
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
