import { legacyRefusal } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { awaitVerification } from './await-verification.ts'
import { digestOf } from './cases.ts'
import { type Comparison, readComparison } from './comparison.ts'
import { isOpen, startVerification } from './start-verification.ts'
import {
  listVerificationResults,
  listVerificationRows,
  type VerificationResultRow,
  type VerificationRow,
} from './verifications.store.ts'

/** Whoever exports waits so long for the truths to be answered; then they are told to come again. */
const patienceSeconds = 25

/** A model may answer otherwise tomorrow: what was verified longer ago is verified anew. */
const freshMilliseconds = 24 * 60 * 60 * 1000

/** As many as a message names, and an entry of the audit log. */
const mostNamed = { message: 5, audit: 50 }

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly parts: Parameters<typeof readComparison>[2]
  readonly overrideReason: string | undefined
}

/** What somebody publishes although truths speak against it, for the audit log. */
export type Override = {
  readonly reason: string
  readonly verification: string
  readonly error: string | null
  readonly worse: readonly { readonly prompt: string; readonly document: string }[]
}

/**
 * Refuses to publish what answers a truth worse than the published version does, and what could not be verified.
 * Returns what a reason has overridden, if anything.
 */
export async function guardPublishing(
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'leaving'>,
  { actor, projectId, parts, overrideReason }: Input,
): Promise<Override | undefined> {
  const comparison = await readComparison(ctx, { actor, projectId }, parts)
  if (!canGetWorse(comparison)) return undefined
  const tenant = tenantOf(ctx, actor)
  const verification =
    (await findFresh(tenant, projectId, comparison)) ??
    (await startAndAwait(ctx, { actor, projectId, comparison }))
  const { id } = verification
  const most = { id, limit: mostNamed.audit }
  const worse = await listVerificationResults(tenant, { ...most, outcome: 'worse' })
  const { error } = verification
  if (worse.length === 0 && error === null) return undefined
  if (overrideReason === undefined) throw refusalFor(worse, error)
  return { reason: overrideReason, verification: id, error, worse: worse.map(nameOf) }
}

function canGetWorse({ candidate, published, cases }: Comparison): boolean {
  if (!published || cases.documents.length === 0) return false
  const asked = ({ tool_settings, outputs }: Comparison['candidate']) => [tool_settings, outputs]
  return digestOf(asked(candidate)) !== digestOf(asked(published))
}

async function findFresh(
  tenant: Tenant,
  projectId: string,
  { digest }: Comparison,
): Promise<VerificationRow | undefined> {
  const since = Date.now() - freshMilliseconds
  const rows = await listVerificationRows(tenant, projectId)
  return rows.find(
    (row) => row.state === 'done' && row.digest === digest && row.created_at.getTime() > since,
  )
}

async function startAndAwait(
  ctx: Parameters<typeof guardPublishing>[0],
  given: Parameters<typeof startVerification>[1],
): Promise<VerificationRow> {
  const tenant = tenantOf(ctx, given.actor)
  const { id } = await startVerification(ctx, given)
  const of = { projectId: given.projectId, id, seconds: patienceSeconds }
  const row = await awaitVerification(ctx, tenant, of)
  if (!row || row.state === 'cancelled') {
    throw legacyRefusal('Unable to export tool. Its verification was cancelled.', 'not_verified')
  }
  if (isOpen(row)) {
    throw legacyRefusal(
      `Unable to export tool yet. ${row.documents_done} of ${row.documents} documents with known values have been answered; export again when all are.`,
      'not_verified',
    )
  }
  return row
}

function refusalFor(worse: readonly VerificationResultRow[], error: string | null) {
  if (worse.length === 0) {
    return legacyRefusal(`Unable to export tool. ${error} ${howToOverride}`, 'not_verified')
  }
  const named = worse.slice(0, mostNamed.message).map(describe).join('; ')
  const more = worse.length - mostNamed.message
  const others = more > 0 ? `; and ${more} more` : ''
  const count = worse.length === 1 ? 'A value' : `${worse.length} values`
  return legacyRefusal(
    `Unable to export tool. ${count} would get worse: ${named}${others}. ${howToOverride}`,
    'worse',
  )
}

const howToOverride = 'Give a reason to export all the same.'

const nameOf = ({ prompt_key: prompt, document_name: document }: VerificationResultRow) => ({
  prompt,
  document,
})

const describe = ({ prompt_key, document_name, truth, after_value }: VerificationResultRow) =>
  `“${prompt_key}” of ${document_name} is ${said(after_value)} instead of ${said(truth)}`

function said(value: string | null): string {
  if (value === null) return 'nothing'
  return `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`
}
