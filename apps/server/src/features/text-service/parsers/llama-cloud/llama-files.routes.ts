import * as api from '@recto/contract/text-service/llama-cloud'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { forbidden, notFound } from '../../../../platform/app-error.ts'
import type { Context } from '../../../../platform/context.ts'
import { getLinkOrigin } from '../../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import { presentTime } from '../../../../platform/wire-format.ts'
import { streamDocument } from '../../../documents/documents.port.ts'
import {
  type FileOwner,
  listTextFiles,
  removeTextFile,
  storeTextFile,
  type TextFileQuery,
} from '../../files/manage-text-files.ts'
import { getTextFile } from '../../files/open-text-file.ts'
import { admitFileKey } from '../admit-bearer.ts'
import { withUpload } from '../with-upload.ts'
import { type PageQuery, presentListPage, rangeOf } from './list-page.ts'
import { presentLlamaFile } from './present-llama-job.ts'

export function llamaFileRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.createLlamaFile, {
    admit: admitFileKey,
    handle: (ctx, { caller, body, uploads }) =>
      withUpload(ctx, { uploads, field: 'file' }, async (document, { name, mimeType }) => {
        const file = await storeTextFile(ctx, caller, {
          document,
          name,
          mimeType,
          purpose: body.purpose,
          externalId: body.external_file_id,
        })
        return presentLlamaFile(file, ctx.config)
      }),
  })

  registerEndpoint(app, ctx, api.listLlamaFiles, {
    admit: admitFileKey,
    handle: (ctx, { caller, query }) => listFiles(ctx, caller, query, query),
  })
  registerEndpoint(app, ctx, api.queryLlamaFiles, {
    admit: admitFileKey,
    handle: (ctx, { caller, body }) => listFiles(ctx, caller, body, body.filter ?? {}),
  })

  registerEndpoint(app, ctx, api.getLlamaFile, {
    admit: admitFileKey,
    handle: async (ctx, { caller, params }) =>
      presentLlamaFile(await getTextFile(caller, params.file_id), ctx.config),
  })
  registerEndpoint(app, ctx, api.deleteLlamaFile, {
    admit: admitFileKey,
    async handle(ctx, { caller, params }) {
      await removeTextFile(ctx, caller, params.file_id)
      return undefined
    },
  })
  downloadRoutes(app, ctx)
}

type FileList = PageQuery & {
  readonly order_by?: TextFileQuery['orderBy'] | null | undefined
}
type FileFilter = {
  readonly file_name?: string | null | undefined
  readonly external_file_id?: string | null | undefined
  readonly file_ids?: readonly string[] | null | undefined
}

async function listFiles(
  { config }: Pick<Context, 'config'>,
  owner: FileOwner,
  page: FileList,
  { file_name, external_file_id, file_ids }: FileFilter,
) {
  const range = rangeOf(page)
  const rows = await listTextFiles(owner, {
    ...range,
    name: file_name ?? undefined,
    externalId: external_file_id ?? undefined,
    ids: file_ids ?? undefined,
    orderBy: page.order_by ?? 'created_at',
  })
  return presentListPage(rows, range, (file) => presentLlamaFile(file, config))
}

/** An address lets its holder fetch this file until then. */
const Ticket = z.object({ organizationId: z.number(), id: z.string(), until: z.number() })
type Ticket = z.output<typeof Ticket>

function downloadRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.locateLlamaFile, {
    admit: admitFileKey,
    async handle(ctx, { caller, params, query, request }) {
      const { id, organization_id: organizationId } = await getTextFile(caller, params.file_id)
      const until = Date.now() + query.expires_at_seconds * 1000
      const ticket: Ticket = { organizationId, id, until }
      const token = ctx.vault.seal(JSON.stringify(ticket))
      const url = new URL(`/api/v1/beta/files/${id}/download`, getLinkOrigin(request, ctx.config))
      url.searchParams.set('token', token)
      return { url: url.href, expires_at: presentTime(new Date(until)), form_fields: null }
    },
  })
  registerEndpoint(app, ctx, api.downloadLlamaFile, {
    admit: admitByTicket,
    async handle(ctx, { caller: { tenant, ticket }, params, reply }) {
      if (ticket.id !== params.file_id) throw notFound('file')
      // The address was made for whoever could open the file then.
      const file = await getTextFile({ tenant, deploymentId: null }, ticket.id)
      reply.header('content-disposition', 'attachment')
      reply.type('application/octet-stream')
      return reply.send(await streamDocument(ctx, tenant, file.file_hash))
    },
  })
}

/** Admits whoever has the address of a file, until it expires. */
async function admitByTicket({ db, vault }: Context, { query }: FastifyRequest) {
  const ticket = openTicket(vault, String((query as { token?: unknown }).token ?? ''))
  if (!ticket || ticket.until < Date.now()) throw forbidden('The address has expired.')
  return { tenant: { db, organizationId: ticket.organizationId }, ticket }
}

function openTicket(vault: Context['vault'], token: string): Ticket | undefined {
  try {
    return Ticket.safeParse(JSON.parse(vault.open(token))).data
  } catch {
    return undefined
  }
}
