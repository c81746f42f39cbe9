import { arrivalLimits } from '@recto/contract/wire/limits'
import { isSameSecret, isSignedMessage } from '@recto/provider-spec/sign-message'
import { readStorageMessage, type StorageMessage } from '@recto/provider-spec/storage-events'
import { AppError, badRequest } from '../../../../platform/app-error.ts'
import type { Context } from '../../../../platform/context.ts'
import { countCall } from '../../../../platform/db/call-counts.store.ts'
import type { Tenant } from '../../../../platform/db/database.ts'
import { isTakenOnArrival } from '../../../executions/executions.port.ts'
import {
  type FileSource,
  findRunnableWorkflow,
  parseFileSource,
} from '../../../workflows/workflows.port.ts'
import { findByAddress } from '../../admission.reads.ts'
import type { PipelineRow } from '../../pipelines.store.ts'
import { noteArrival } from '../note-arrival.ts'
import { tokenOf } from './hook-secret.ts'
import { findHook } from './hooks.store.ts'

type HookAddress = { readonly slug: string; readonly pipelineId: string }

type HookCall = HookAddress & {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The token of the address, if it has one. */
  readonly token: string | undefined
  readonly body: string
}

type HookReply = {
  /** Number of files that may lead to a run. */
  readonly arrivals: number
  /** Proves to Azure Event Grid that the address wants its events. */
  readonly validationCode?: string
}

/**
 * Receives a call that says that something has arrived: an event of a storage service, or any other body. Throws 401 without
 * a valid signature, secret or token, and 429 if there are too many calls.
 */
export async function receiveHookCall(ctx: Context, call: HookCall): Promise<HookReply> {
  const { tenant, pipeline } = await admitHookCall(ctx, call)
  await limitCalls(tenant)
  const message = parseMessage(call.body)
  if (message.kind === 'validation') return { arrivals: 0, validationCode: message.code }
  if (message.kind === 'confirmation') {
    await confirm(ctx, message.url)
    return { arrivals: 0 }
  }
  if (!pipeline.is_active || !pipeline.runs_on_arrival) return { arrivals: 0 }
  return { arrivals: await note(ctx, tenant, pipeline, message) }
}

type AdmittedCall = { readonly tenant: Tenant; readonly pipeline: PipelineRow }

/** An address without a pipeline, and one without a secret, refuse a call like one with a wrong secret. */
export async function admitHookCall(
  ctx: Pick<Context, 'db' | 'vault'>,
  { slug, pipelineId, headers, token, body }: HookCall,
): Promise<AdmittedCall> {
  const pipeline = await findByAddress(ctx, slug, pipelineId)
  if (!pipeline) throw createRefusal()
  const tenant: Tenant = { db: ctx.db, organizationId: pipeline.organization_id }
  const hook = await findHook(tenant, pipelineId)
  if (!hook) throw createRefusal()
  const secret = ctx.vault.open(hook.sealed_secret)
  const bearer = /^Bearer (\S+)$/.exec(String(headers.authorization ?? ''))?.[1]
  const isAdmitted =
    isSignedMessage(secret, body, headers) ||
    (bearer !== undefined && isSameSecret(bearer, secret)) ||
    (token !== undefined && isSameSecret(token, tokenOf(secret)))
  if (!isAdmitted) throw createRefusal()
  return { tenant, pipeline }
}

const createRefusal = () =>
  new AppError('unauthenticated', [
    {
      code: 'error',
      detail: 'The signature, the secret or the token of the call is wrong or too old.',
      attr: null,
    },
  ])

async function limitCalls(tenant: Tenant): Promise<void> {
  const { calls: limit, seconds } = arrivalLimits
  const { calls, secondsLeft } = await countCall(tenant, {
    table: 'arrival_call_count',
    windowSeconds: seconds,
  })
  if (calls <= limit) return
  const detail = `Too many calls: the limit is ${limit} per minute. Try again in ${secondsLeft} seconds.`
  throw new AppError('over-limit', [{ code: 'error', detail, attr: null }], {
    retryAfterSeconds: secondsLeft,
  })
}

function parseMessage(body: string): StorageMessage {
  try {
    return readStorageMessage(JSON.parse(body))
  } catch {
    return { kind: 'other' }
  }
}

const confirmSeconds = 10
const confirmHost = /^sns\.[a-z0-9-]{1,30}\.amazonaws\.com(?:\.cn)?$/

/** Amazon SNS sends messages once this address was called. Any other address is not called. */
async function confirm({ publicFetch }: Pick<Context, 'publicFetch'>, url: string): Promise<void> {
  const address = URL.parse(url)
  if (address?.protocol !== 'https:' || !confirmHost.test(address.host))
    throw badRequest('The SubscribeURL is not an address of Amazon SNS.')
  const signal = AbortSignal.timeout(confirmSeconds * 1000)
  const reply = await publicFetch(address, { signal, redirect: 'error' }).catch(() => undefined)
  await reply?.body?.cancel()
  if (!reply?.ok) throw badRequest('The subscription could not be confirmed at Amazon SNS.')
}

/** Events about files that a run would not take start none. A message of any other form may be about anything. */
async function note(
  ctx: Context,
  tenant: Tenant,
  { id: pipelineId, workflow_id: workflowId }: PipelineRow,
  message: StorageMessage,
): Promise<number> {
  const settings =
    message.kind === 'objects' ? await findSettings(ctx, tenant, workflowId) : undefined
  const objects = message.kind === 'objects' ? message.objects : []
  const takenPaths = objects
    // A connector has its files below their bucket, or is bound to one.
    .flatMap(({ bucket, key }) => [[`${bucket}/${key}`, key] as const])
    .filter((places) => !settings || places.some((place) => isTakenOnArrival(place, settings)))
    .map(([place]) => place)
  if (message.kind === 'objects' && takenPaths.length === 0) return 0
  await noteArrival(ctx, tenant, { pipelineId, kind: 'call', paths: takenPaths })
  return Math.max(1, takenPaths.length)
}

/** A workflow that cannot run takes no files; its run says why. */
async function findSettings(
  ctx: Context,
  tenant: Tenant,
  workflowId: string,
): Promise<FileSource | undefined> {
  try {
    const runnable = await findRunnableWorkflow(ctx, tenant, workflowId, 'live')
    return runnable && parseFileSource(runnable.source.configuration)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
