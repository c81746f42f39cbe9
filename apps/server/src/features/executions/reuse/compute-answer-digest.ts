import { createHash } from 'node:crypto'
import { isContainer } from '@recto/exact-json/exact-number'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AdapterOpeningDependencies, findAdapterKey } from '../../adapters/adapters.port.ts'
import { listAdaptersOfTool } from '../../tools/tools.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'

type HashedPlan = { readonly plan: ExecutionPlan; readonly planHash: string }

/**
 * Computes a digest of everything that an answer depends on besides the content of the file: the
 * tool with its prompts, its settings, and the settings of its adapters. The destination is no part
 * of it, because a result may be delivered anywhere.
 */
export async function computeAnswerDigest(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  { plan, planHash }: HashedPlan,
): Promise<string> {
  const { toolId, settings, tool } = plan
  // An execution may keep other settings of an adapter than those that are current.
  const adapters = await Promise.all(
    listAdaptersOfTool(tool, settings).map(async (adapter) => ({
      ...adapter,
      key: await findAdapterKey(ctx, tenant, adapter),
    })),
  )
  const compute = async () => {
    const text = JSON.stringify([toolId, settings, tool, adapters], sortKeys)
    return createHash('sha256').update(text).digest('hex').slice(0, 32)
  }
  if (!ctx.configurationVersion) return compute()
  const adapterKeys = adapters.map(({ key }) => key).join('/')
  const cacheKey = `answer-digest/${planHash}/${adapterKeys}`
  return ctx.configurationCache.get(ctx.configurationVersion, cacheKey, compute)
}

/** A plan that was read from the database has another order of keys than one that was just built. */
const sortKeys = (_name: string, value: unknown): unknown =>
  isContainer(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
