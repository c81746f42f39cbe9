import * as api from '@recto/contract/connectors/mail-addresses'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { tenantOf } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { getMailAddress, rotateMailAddress } from './mail-address.ts'
import { presentAddress, presentMail } from './map-mail.ts'
import { deleteMail } from './purge-mails.ts'
import { listMails } from './received-mails.reads.ts'

export function mailAddressRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getMailAddress, async (ctx, { actor, params }) =>
    presentAddress(ctx, await getMailAddress(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.rotateMailAddress, async (ctx, { actor, params }) =>
    presentAddress(ctx, await rotateMailAddress(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.listReceivedMails, async (ctx, { actor, params }) => {
    await getMailAddress(ctx, { actor, id: params.id })
    const query = { connectorId: params.id, limit: api.maxListedMails, hasDocuments: false }
    return (await listMails(tenantOf(ctx, actor), query)).map(presentMail)
  })

  registerEndpoint(app, ctx, api.deleteReceivedMail, async (ctx, { actor, params }) => {
    await deleteMail(ctx, { actor, id: params.id, mailId: params.mail_id })
    return undefined
  })
}
