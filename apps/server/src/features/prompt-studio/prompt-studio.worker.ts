import type { Context } from '../../platform/context.ts'
import type { LeasedWork } from '../../platform/leases/leases.ts'
import { runWork } from './queue/run-work.ts'
import { runClaimedRun } from './runs/run-claimed.ts'

export const promptStudioLeases: readonly LeasedWork<Context>[] = [
  { ...runWork, run: runClaimedRun },
]
