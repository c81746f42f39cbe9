import * as api from '@recto/contract/connectors/mail-addresses'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { getMailAddress, listReceivedMails, rotateMailAddress } from './mail-address.ts'
import { presentAddress, presentMail } from './map-mail.ts'
import { deleteMail } from './purge-mails.ts'

export function mailAddressRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getMailAddress, async (ctx, { actor, params }) =>
    presentAddress(ctx, await getMailAddress(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.rotateMailAddress, async (ctx, { actor, params }) =>
    presentAddress(ctx, await rotateMailAddress(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.listReceivedMails, async (ctx, { actor, params }) => {
    const mails = await listReceivedMails(ctx, { actor, id: params.id })
    return mails.map(presentMail)
  })

  registerEndpoint(app, ctx, api.deleteReceivedMail, async (ctx, { actor, params }) => {
    await deleteMail(ctx, { actor, id: params.id, mailId: params.mail_id })
    return undefined
  })
}
