import { type Calibrated, calibrated } from '@recto/extraction/calibrate'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type FittedConfidence, fitInThread } from '../../answering/answering.port.ts'
import { findFits, type KeptFit, listJudgedValues, saveFit } from '../rows/judged-values.store.ts'

type Needs = Pick<Context, 'compute' | 'log'>

/**
 * What the truths of projects tell of their confidences, by their ids: as it is kept, and made anew only where truths
 * have changed since. Without those in which none has judged a value yet.
 */
export async function calibrationsOf(
  ctx: Needs,
  tenant: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, FittedConfidence>> {
  const found = new Map<string, FittedConfidence>()
  for (const [projectId, kept] of await findFits(tenant, projectIds)) {
    const fit = await currentFit(ctx, tenant, { projectId, kept })
    if (fit) found.set(projectId, fit)
  }
  return found
}

export async function calibrationOf(
  ctx: Needs,
  tenant: Tenant,
  projectId: string,
): Promise<FittedConfidence | undefined> {
  return (await calibrationsOf(ctx, tenant, [projectId])).get(projectId)
}

type Kept = { readonly projectId: string; readonly kept: KeptFit }

async function currentFit(
  ctx: Needs,
  tenant: Tenant,
  { projectId, kept }: Kept,
): Promise<FittedConfidence | undefined> {
  const { changes, fitted } = kept
  // What was stored was made below.
  const before = (kept.fit ?? undefined) as FittedConfidence | undefined
  if (fitted === changes) return before
  try {
    const fit = await fitInThread(ctx, await listJudgedValues(tenant, projectId))
    await saveFit(tenant, projectId, { changes, fit })
    return fit
  } catch (error) {
    // A document is read all the same: by what was known before, or by the confidence as it is.
    ctx.log.warn({ err: error, projectId }, 'confidence could not be calibrated')
    return before
  }
}

type OfValue = {
  readonly type: string
  /** Before calibration. */
  readonly confidence: number
}

/** By the truths of its type, else by those of all types together; `undefined` where both are too few. */
export function calibratedBy(
  fit: FittedConfidence | undefined,
  { type, confidence }: OfValue,
): Calibrated | undefined {
  const own = fit && Object.hasOwn(fit.byType, type) ? fit.byType[type] : undefined
  const calibration = own ?? fit?.pooled
  return calibration ? calibrated(calibration, confidence) : undefined
}
