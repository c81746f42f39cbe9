import * as api from '@recto/contract/organizations/deletion'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import {
  readAccountDeletion,
  readOrganizationDeletion,
  requestAccountDeletion,
  requestOrganizationDeletion,
  undoAccountDeletion,
  undoOrganizationDeletion,
} from './request-deletion.ts'

/** Routes for deleting an organization and one's own account. */
export function deletionRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getOrganizationDeletion, async (ctx, { actor }) =>
    readOrganizationDeletion(ctx, actor),
  )

  registerEndpoint(
    app,
    ctx,
    api.requestOrganizationDeletion,
    async (ctx, { actor, session, body: { password, name } }) => {
      await requestOrganizationDeletion(ctx, { actor, session, password, name })
      return readOrganizationDeletion(ctx, actor)
    },
  )

  registerEndpoint(app, ctx, api.undoOrganizationDeletion, async (ctx, { actor }) => {
    await undoOrganizationDeletion(ctx, actor)
    return undefined
  })

  registerEndpoint(app, ctx, api.getAccountDeletion, async (ctx, { session }) =>
    readAccountDeletion(ctx, session),
  )

  registerEndpoint(app, ctx, api.requestAccountDeletion, async (ctx, { session, body }) => {
    await requestAccountDeletion(ctx, { session, password: body.password })
    return readAccountDeletion(ctx, session)
  })

  registerEndpoint(app, ctx, api.undoAccountDeletion, async (ctx, { session }) => {
    await undoAccountDeletion(ctx, session)
    return undefined
  })
}
