import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { describeForPerson, isExplained } from '../../../platform/describe-failure.ts'
import { insist } from '../../../platform/leases/insist.ts'
import { type ClaimedRow, type Lease, LeaseLostError } from '../../../platform/leases/leases.ts'
import { maxStandstills } from '../../../platform/watchdog/standstills.ts'
import { runStep } from '../../model-calls/model-calls.port.ts'
import { ToolMetadata } from '../tool-metadata.ts'
import { type Case, readCases } from './cases.ts'
import { findHeldVerification } from './claimed-verifications.store.ts'
import { verificationChanged } from './verifications.events.ts'
import {
  countOutcomes,
  endVerification,
  listVerifiedHashes,
  saveFinding,
} from './verifications.store.ts'
import { type ComparedVersions, verifyDocument } from './verify-document.ts'

/** At how many deaths of a worker a verification may be in hand before it is given up as their cause. */
const maxDeaths = 25

/** Few, so that those who wait for a document in the studio do not wait for a verification. */
const documentsAtATime = 4

type Work = {
  readonly tenant: Tenant
  readonly id: string
  readonly projectId: string
  readonly versions: ComparedVersions
  readonly lease: Lease
  readonly signal: AbortSignal
}

/** Answers the truths of a project, document by document; what an earlier hold has stored is not answered again. */
export async function runClaimedVerification(
  ctx: Context,
  row: ClaimedRow,
  lease: Lease,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: row.organizationId }
  const { workerId } = lease
  const held = await insist(ctx, lease, () =>
    findHeldVerification(tenant, { id: row.id, workerId }),
  )
  if (!held) return
  const cancelling = watchForCancelling(ctx, row.id)
  const signal = AbortSignal.any([lease.signal, cancelling.signal])
  try {
    const error = reasonToSetAside(row) ?? (await verify(ctx, { tenant, held, lease, signal }))
    await end(ctx, tenant, { id: row.id, lease, error })
  } catch (error) {
    if (!cancelling.signal.aborted) await fail(ctx, tenant, { id: row.id, lease, error })
  } finally {
    cancelling.end()
  }
}

type Failure = { readonly id: string; readonly lease: Lease; readonly error: unknown }

/** What a stopping worker closes under its hands is no failure: another one goes on. */
async function fail(ctx: Context, tenant: Tenant, { id, lease, error }: Failure): Promise<void> {
  if (lease.signal.aborted || error instanceof LeaseLostError) throw new LeaseLostError()
  if (!isExplained(error)) ctx.log.error({ err: error }, 'a verification failed')
  await end(ctx, tenant, { id, lease, error: describeForPerson(error) })
}

/** Deaths are mostly others' doing; a standstill is its own. */
function reasonToSetAside({ deaths, standstills }: ClaimedRow): string | undefined {
  if (standstills < maxStandstills && deaths < maxDeaths) return undefined
  return 'The worker ended over it again and again; it is not tried again.'
}

type Given = Pick<Work, 'tenant' | 'lease' | 'signal'> & {
  readonly held: NonNullable<Awaited<ReturnType<typeof findHeldVerification>>>
}

/** Returns what failed, if anything. */
async function verify(ctx: Context, { held, ...given }: Given): Promise<string | undefined> {
  const { id, project_id: projectId, candidate, published } = held
  const versions = {
    candidate: ToolMetadata.parse(candidate),
    published: published === null ? undefined : ToolMetadata.parse(published),
  }
  await insist(ctx, given.lease, () => verifyRest(ctx, { ...given, id, projectId, versions }))
  return whatFailed(given.tenant, id)
}

async function verifyRest(ctx: Context, work: Work): Promise<void> {
  const { tenant, id, projectId, versions } = work
  const { documents } = await readCases(tenant, projectId, versions.candidate)
  const done = await listVerifiedHashes(tenant, id)
  const rest = documents.filter(({ hash }) => !done.has(hash))
  for (let start = 0; start < rest.length; start += documentsAtATime) {
    const some = rest.slice(start, start + documentsAtATime)
    await Promise.all(some.map((document) => verifyOne(ctx, work, document)))
  }
}

async function verifyOne(ctx: Context, work: Work, document: Case): Promise<void> {
  const { tenant, id, projectId, versions, lease, signal } = work
  const confirm = async () => {
    await lease.confirm()
    signal.throwIfAborted()
  }
  await confirm()
  const values = await verifyDocument(ctx, tenant, {
    ...versions,
    document,
    calls: {
      ...{ runId: id, callKeyPrefix: `verification/${id}/${document.hash}`, projectId },
      // The tool opens it.
      masking: undefined,
      ...{ step: runStep, claims: ctx.claims, commits: ctx.commits },
      ...{ signal, confirm, outside: lease.outside },
    },
  })
  const { workerId } = lease
  const isKept = await inTransaction(tenant, (within) =>
    saveFinding(within, { id, workerId, document, values }),
  )
  if (!isKept) throw new LeaseLostError()
  await ctx.events.publish(tenant.db, verificationChanged, { id, state: 'running' })
}

/** An outage is an error of the verification: it says nothing of the prompts. */
async function whatFailed(tenant: Tenant, id: string): Promise<string | undefined> {
  const failed = (await countOutcomes(tenant, [id])).get(id)?.failed ?? 0
  if (failed === 0) return undefined
  return `${failed} ${failed === 1 ? 'value' : 'values'} could not be answered, so that it is not known whether they got worse.`
}

type Ending = { readonly id: string; readonly lease: Lease; readonly error: string | undefined }

async function end(ctx: Context, tenant: Tenant, { id, lease, error }: Ending): Promise<void> {
  const { workerId } = lease
  const ending =
    error === undefined ? { state: 'done' as const } : { state: 'failed' as const, error }
  await insist(ctx, lease, () =>
    inTransaction(tenant, async (within) => {
      if (!(await endVerification(within, { id, workerId, ...ending }))) return
      await ctx.events.publish(within.db, verificationChanged, { id, state: ending.state })
    }),
  )
}

/** Comes when somebody cancels it, in whatever process. */
function watchForCancelling({ events }: Pick<Context, 'events'>, id: string) {
  const cancelling = new AbortController()
  const stop = events.subscribe(verificationChanged, (news) => {
    if (news.id === id && news.state === 'cancelled') cancelling.abort(new LeaseLostError())
  })
  return { signal: cancelling.signal, end: stop }
}
