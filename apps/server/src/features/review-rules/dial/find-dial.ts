import { choosePassings, type Passing, passes } from '@recto/extraction/choose-passing'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { calibrationOf } from '../../prompt-studio/prompt-studio.port.ts'
import { runValuesOf } from '../../tools/tools.port.ts'

type Dial = {
  /** Values of the project of which a truth says whether they were right. */
  readonly truths: number
  /** What can pass at each promise, the strictest first. */
  readonly passings: readonly Passing[]
}

/** What the history of a project can promise; without a project, or before its first truth, nothing. */
export async function findDial(
  ctx: Pick<Context, 'compute' | 'configuration' | 'configurations' | 'log'>,
  tenant: Tenant,
  projectId: string | undefined,
): Promise<Dial> {
  const fit = projectId ? await calibrationOf(ctx, tenant, projectId) : undefined
  const { truths, passings } = fit ?? {
    truths: 0,
    passings: choosePassings({ given: [], empty: [] }),
  }
  return { truths, passings }
}

/** Whether every value of a result passes. */
export function isPassing(passing: Passing, result: Parameters<typeof runValuesOf>[0]): boolean {
  return [...runValuesOf(result).values()].every((value) => passes(passing, value))
}
