import { type Calibrated, calibrated } from '@recto/extraction/calibrate'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type FittedConfidence, fitValues } from '../../answering/answering.port.ts'
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
    const fit = await currentFit(ctx, tenant, { projectId, kept }).catch((error: unknown) =>
      fitBefore(ctx, { projectId, kept, error }),
    )
    if (fit) found.set(projectId, fit)
  }
  return found
}

/**
 * The same of one project. Work that names the version of its configuration, which truths raise, shares what was
 * found under it.
 */
export async function calibrationOf(
  ctx: Needs & Pick<Context, 'configuration' | 'configurations'>,
  tenant: Tenant,
  projectId: string,
): Promise<FittedConfidence | undefined> {
  const { configuration, configurations } = ctx
  const findAnew = async () => (await calibrationsOf(ctx, tenant, [projectId])).get(projectId)
  if (!configuration) return findAnew()
  const find = async () => {
    const kept = (await findFits(tenant, [projectId])).get(projectId)
    return kept && currentFit(ctx, tenant, { projectId, kept })
  }
  // What could not be made is not shared: the next document tries it again.
  return configurations.get(configuration, `calibration/${projectId}`, find).catch(findAnew)
}

type Kept = { readonly projectId: string; readonly kept: KeptFit }

async function currentFit(
  ctx: Needs,
  tenant: Tenant,
  { projectId, kept }: Kept,
): Promise<FittedConfidence | undefined> {
  const { changes, fitted } = kept
  if (fitted === changes) return storedFit(kept)
  const fit = await fitValues(ctx, await listJudgedValues(tenant, projectId))
  await saveFit(tenant, projectId, { changes, fit })
  return fit
}

/** A document is read all the same: by what was known before, or by the confidence as it is. */
function fitBefore(
  { log }: Needs,
  { projectId, kept, error }: Kept & { readonly error: unknown },
): FittedConfidence | undefined {
  log.warn({ err: error, projectId }, 'confidence could not be calibrated')
  return storedFit(kept)
}

/** What was stored was made here. */
const storedFit = ({ fit }: KeptFit) => (fit ?? undefined) as FittedConfidence | undefined

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
