import * as api from '@recto/contract/pipelines/notifications'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { presentPage } from '../../platform/wire-format.ts'
import { changeClubInterval, readClubInterval } from './deliveries/club-interval.ts'
import { listDeliveries, repeatDelivery, testNotification } from './deliveries/manage-deliveries.ts'
import {
  createNotification,
  deleteNotification,
  getNotification,
  listNotifications,
  updateNotification,
} from './manage-notifications.ts'
import {
  newNotification,
  notificationChanges,
  presentDelivery,
  presentNotification,
  presentNotificationSettings,
  toNotificationRefusal,
} from './map-notification.ts'

export function notificationRoutes(app: FastifyInstance, ctx: Context): void {
  deliveryRoutes(app, ctx)

  registerEndpoint(app, ctx, api.listNotifications, async (ctx, { actor }) => {
    const rows = await listNotifications(ctx, { actor })
    return rows.map((row) => presentNotification(ctx, row))
  })

  registerEndpoint(app, ctx, api.listNotificationsOfDeployment, async (ctx, { actor, params }) => {
    const owner = { kind: 'deployment', id: params.id } as const
    const rows = await listNotifications(ctx, { actor, owner })
    return rows.map((row) => presentNotification(ctx, row))
  })

  registerEndpoint(app, ctx, api.listNotificationsOfPipeline, async (ctx, { actor, params }) => {
    const owner = { kind: 'pipeline', id: params.id } as const
    const rows = await listNotifications(ctx, { actor, owner })
    return rows.map((row) => presentNotification(ctx, row))
  })

  registerEndpoint(app, ctx, api.listNotificationsOfBudget, async (ctx, { actor }) => {
    const rows = await listNotifications(ctx, { actor, owner: { kind: 'budget' } })
    return rows.map((row) => presentNotification(ctx, row))
  })

  registerEndpoint(app, ctx, api.getNotificationSettings, async (ctx, { actor }) =>
    presentNotificationSettings(await readClubInterval(tenantOf(ctx, actor))),
  )

  registerEndpoint(app, ctx, api.changeNotificationSettings, async (ctx, { actor, body }) => {
    const { club_interval_seconds: seconds } = body
    if (seconds !== undefined) await changeClubInterval(ctx, { actor, seconds })
    return presentNotificationSettings(await readClubInterval(tenantOf(ctx, actor)))
  })

  registerEndpoint(app, ctx, api.createNotification, async (ctx, { actor, body }) => {
    const fields = { actor, ...newNotification(body) }
    return presentNotification(
      ctx,
      await createNotification(ctx, fields).catch(toNotificationRefusal),
    )
  })

  registerEndpoint(app, ctx, api.getNotification, async (ctx, { actor, params }) =>
    presentNotification(ctx, await getNotification(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateNotification, api.patchNotification]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { actor, id: params.id, ...notificationChanges(body) }
      return presentNotification(
        ctx,
        await updateNotification(ctx, changes).catch(toNotificationRefusal),
      )
    })
  }

  registerEndpoint(app, ctx, api.deleteNotification, async (ctx, { actor, params }) => {
    await deleteNotification(ctx, { actor, id: params.id })
    return undefined
  })
}

function deliveryRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.testNotification, async (ctx, { actor, params }) =>
    presentDelivery(await testNotification(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.listDeliveries, async (ctx, { actor, params, query, request }) => {
    const { page, page_size: pageSize, state } = query
    const { count, rows } = await listDeliveries(ctx, {
      actor,
      id: params.id,
      state,
      page,
      pageSize,
    })
    const url = new URL(request.url, getLinkOrigin(request, ctx.config))
    return presentPage(rows.map(presentDelivery), { count, page, pageSize, url })
  })

  registerEndpoint(app, ctx, api.repeatDelivery, async (ctx, { actor, params }) => {
    const { id, delivery_id: deliveryId } = params
    return presentDelivery(await repeatDelivery(ctx, { actor, id, deliveryId }))
  })
}
