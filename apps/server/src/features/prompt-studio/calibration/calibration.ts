import { applyCalibration, type CalibratedConfidence } from '@recto/extraction/calibrate'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type FittedConfidence, fitCalibration } from '../../answering/answering.port.ts'
import { findFits, listJudgedValues, type StoredFit, saveFit } from '../rows/judged-values.store.ts'

type CalibrationDependencies = Pick<Context, 'compute' | 'log'>

/**
 * Loads the confidence calibrations of projects by project id. A calibration is fitted again only
 * if expected values have changed since. Projects without judged values are left out.
 */
export async function loadCalibrations(
  ctx: CalibrationDependencies,
  tenant: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, FittedConfidence>> {
  const calibrations = new Map<string, FittedConfidence>()
  for (const [projectId, storedFit] of await findFits(tenant, projectIds)) {
    const fit = await getCurrentFit(ctx, tenant, { projectId, storedFit }).catch((error: unknown) =>
      useStoredFit(ctx, { projectId, storedFit, error }),
    )
    if (fit) calibrations.set(projectId, fit)
  }
  return calibrations
}

/**
 * Loads the calibration of one project. Work that names a configuration version, which changes with
 * the expected values, shares the result within that version.
 */
export async function loadCalibration(
  ctx: CalibrationDependencies & Pick<Context, 'configurationVersion' | 'configurationCache'>,
  tenant: Tenant,
  projectId: string,
): Promise<FittedConfidence | undefined> {
  const { configurationVersion, configurationCache } = ctx
  const loadUncached = async () => (await loadCalibrations(ctx, tenant, [projectId])).get(projectId)
  if (!configurationVersion) return loadUncached()
  const loadCurrent = async () => {
    const storedFit = (await findFits(tenant, [projectId])).get(projectId)
    return storedFit && getCurrentFit(ctx, tenant, { projectId, storedFit })
  }
  // A failure is not shared: the next document tries again.
  return configurationCache
    .get(configurationVersion, `calibration/${projectId}`, loadCurrent)
    .catch(loadUncached)
}

type ProjectFit = { readonly projectId: string; readonly storedFit: StoredFit }

async function getCurrentFit(
  ctx: CalibrationDependencies,
  tenant: Tenant,
  { projectId, storedFit }: ProjectFit,
): Promise<FittedConfidence | undefined> {
  const { changes, fittedChanges } = storedFit
  if (fittedChanges === changes) return toFittedConfidence(storedFit)
  const fit = await fitCalibration(ctx, await listJudgedValues(tenant, projectId))
  await saveFit(tenant, projectId, { changes, fit })
  return fit
}

/** A failed fit does not fail the document: the earlier fit is used, or the raw confidence. */
function useStoredFit(
  { log }: CalibrationDependencies,
  { projectId, storedFit, error }: ProjectFit & { readonly error: unknown },
): FittedConfidence | undefined {
  log.warn({ err: error, projectId }, 'failed to calibrate confidences')
  return toFittedConfidence(storedFit)
}

/** The stored fit was written by this server. */
const toFittedConfidence = ({ fit }: StoredFit) =>
  (fit ?? undefined) as FittedConfidence | undefined

type RawConfidence = {
  readonly type: string
  /** The confidence before calibration. */
  readonly confidence: number
}

/**
 * Calibrates a confidence by the expected values of its type, otherwise by those of all types;
 * `undefined` if both are too few.
 */
export function calibrateConfidence(
  fit: FittedConfidence | undefined,
  { type, confidence }: RawConfidence,
): CalibratedConfidence | undefined {
  const calibrationOfType = fit && Object.hasOwn(fit.byType, type) ? fit.byType[type] : undefined
  const calibration = calibrationOfType ?? fit?.pooled
  return calibration ? applyCalibration(calibration, confidence) : undefined
}
