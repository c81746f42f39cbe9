import * as api from '@recto/contract/platform-api'
import type { FastifyInstance } from 'fastify'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { userEmails } from '../members/members.store.ts'
import { listPlatformApiKeys, type PlatformApiKeyRow } from './platform-api-keys.store.ts'
import {
  changePlatformApiKey,
  deletePlatformApiKey,
  getPlatformApiKey,
  makePlatformApiKey,
  rotatePlatformApiKey,
} from './platform-api-keys.ts'

export function platformApiRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listPlatformApiKeys, async (ctx, { actor }) =>
    presentKeys(ctx, actor, await listPlatformApiKeys(tenantOf(ctx, actor))),
  )

  serve(app, ctx, api.createPlatformApiKey, async (ctx, { actor, body }) =>
    presentFullKey(ctx, await makePlatformApiKey(ctx, { actor, ...body })),
  )

  serve(app, ctx, api.getPlatformApiKey, async (ctx, { actor, params }) =>
    presentFullKey(ctx, await getPlatformApiKey(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.changePlatformApiKey, async (ctx, { actor, params, body }) => {
    const { is_active: isActive, ...fields } = body
    const changed = await changePlatformApiKey(ctx, { actor, id: params.id, isActive, ...fields })
    const [shown] = await presentKeys(ctx, actor, [changed])
    return shown as api.PlatformApiKey
  })

  serve(app, ctx, api.deletePlatformApiKey, async (ctx, { actor, params }) => {
    await deletePlatformApiKey(ctx, { actor, id: params.id })
    return undefined
  })

  serve(app, ctx, api.rotatePlatformApiKey, async (ctx, { actor, params }) =>
    presentFullKey(ctx, await rotatePlatformApiKey(ctx, { actor, id: params.id })),
  )
}

async function presentKeys(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  keys: readonly PlatformApiKeyRow[],
): Promise<api.PlatformApiKey[]> {
  const emails = await userEmails(
    tenantOf(ctx, actor),
    keys.map(({ created_by }) => created_by),
  )
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    description: key.description,
    key: `****-${key.last_four}`,
    is_active: key.is_active,
    created_at: presentTime(key.created_at),
    modified_at: presentTime(key.modified_at),
    permission: key.permission,
    created_by_email: emails.get(key.created_by ?? 0) ?? null,
  }))
}

const presentFullKey = ({ vault }: Pick<Context, 'vault'>, key: PlatformApiKeyRow) => ({
  id: key.id,
  name: key.name,
  key: vault.open(key.sealed_key),
  is_active: key.is_active,
})
