import { AppError, badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { postWebhook, WebhookError } from './post-webhook.ts'
import { findWebhook, removeWebhook, upsertWebhook } from './text-webhooks.store.ts'

type ManageWebhooksDependencies = Pick<Context, 'vault' | 'publicFetch'>

export type Webhook = { readonly name: string; readonly url: string; readonly token: string }

type WebhookFields = {
  readonly webhook_name?: string | undefined
  readonly url?: string | undefined
  readonly auth_token?: string | undefined
}

/** Short, because a client gives a registration 15 seconds and calls eight times during it. */
const probeSeconds = 4

const probe = {
  payload_status: { status: 'test', message: 'Testing webhook' },
  line_metadata: [],
  confidence_metadata: [],
  result_text: 'WEBHOOK_TEST',
  metadata: {},
}

/**
 * Stores a webhook once it has replied to a test. Registering an existing name replaces its values,
 * so that a client that missed the reply can simply repeat the request.
 */
export async function registerWebhook(
  ctx: ManageWebhooksDependencies,
  tenant: Tenant,
  fields: WebhookFields,
): Promise<void> {
  const webhook = parseWebhook(fields)
  await testWebhook(ctx, webhook)
  await saveWebhook(ctx, tenant, webhook)
}

export async function changeWebhook(
  ctx: ManageWebhooksDependencies,
  tenant: Tenant,
  fields: WebhookFields,
): Promise<void> {
  const webhook = parseWebhook(fields)
  if (!(await findWebhook(tenant, webhook.name))) throw webhookNotFound()
  await testWebhook(ctx, webhook)
  await saveWebhook(ctx, tenant, webhook)
}

export async function getWebhook(
  { vault }: Pick<Context, 'vault'>,
  tenant: Tenant,
  name: string | undefined,
): Promise<Webhook> {
  if (!name) throw badRequest('Webhook name not provided')
  const row = await findWebhook(tenant, name)
  if (!row) throw webhookNotFound()
  return { name: row.name, url: row.url, token: vault.open(row.sealed_token) }
}

export async function deleteWebhook(tenant: Tenant, name: string | undefined): Promise<void> {
  if (!name) throw badRequest('Webhook name not provided')
  if (!(await removeWebhook(tenant, name))) throw webhookNotFound()
}

/** Validates the fields: all three are required, but the token may be empty. */
function parseWebhook({ webhook_name: name, url, auth_token: token }: WebhookFields): Webhook {
  if (!name) throw badRequest('Webhook name not provided in JSON')
  if (!url) throw badRequest('Webhook URL not provided in JSON')
  if (token === undefined) throw badRequest('Webhook auth token not provided in JSON')
  const parsed = URL.parse(url)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) {
    throw badRequest('The URL of a webhook must begin with http:// or https://.')
  }
  // The token is sent in a header.
  if (/[^\x20-\x7e]/.test(token))
    throw badRequest('The auth token contains characters that cannot be sent in a header.')
  return { name, url, token }
}

async function testWebhook(
  ctx: ManageWebhooksDependencies,
  { url, token }: Webhook,
): Promise<void> {
  try {
    await postWebhook(ctx, { url, token, payload: probe, timeoutSeconds: probeSeconds })
  } catch (error) {
    throw error instanceof WebhookError ? badRequest(error.message, { cause: error }) : error
  }
}

async function saveWebhook(
  { vault }: ManageWebhooksDependencies,
  tenant: Tenant,
  { name, url, token }: Webhook,
) {
  await upsertWebhook(tenant, { name, url, sealed_token: vault.seal(token) })
}

const webhookNotFound = () =>
  new AppError('not-found', [
    // Clients compare this text.
    { code: 'not_found', detail: 'Webhook details not found', attr: null },
  ])
