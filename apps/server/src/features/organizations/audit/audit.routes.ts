import { Readable } from 'node:stream'
import * as api from '@recto/contract/organizations/audit'
import type { FastifyInstance } from 'fastify'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { csvLine } from '../../../platform/csv.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentPage, presentTime } from '../../../platform/wire-format.ts'
import { type AuditFilter, type AuditRow, listAudit, readAudit } from './list-audit.ts'
import { recordExport } from './record-change.ts'

export function auditRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listAudit, async (ctx, { actor, query, request }) => {
    const { page, page_size: pageSize, ...filter } = query
    const { count, entries, actions, names } = await listAudit(ctx, {
      actor,
      filter,
      page,
      pageSize,
    })
    const url = new URL(request.url, getLinkOrigin(request, ctx.config))
    return {
      ...presentPage(entries.map(presentEntry), { count, page, pageSize, url }),
      actions: [...actions],
      names: Object.fromEntries(names),
    }
  })

  registerEndpoint(app, ctx, api.exportAudit, async (ctx, { actor, query, reply }) => {
    await recordExport(tenantOf(ctx, actor), actor, {
      type: 'audit-log',
      id: String(actor.organization.id),
      name: 'Audit log',
      after: query,
    })
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
    reply.type('text/csv; charset=utf-8')
    return reply.send(Readable.from(linesOf(ctx, actor, query)))
  })
}

function presentEntry(row: AuditRow): api.AuditEntry {
  return {
    id: Number(row.id),
    made_at: presentTime(row.made_at),
    actor_email: row.actor_email,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    before: row.before,
    after: row.after,
    address: row.address,
    browser: row.browser,
    key_name: row.key_name,
  }
}

const columns = [
  'made_at',
  'actor',
  'action',
  'type',
  'id',
  'name',
  'before',
  'after',
  'address',
  'browser',
  'key',
]

async function* linesOf(ctx: Context, actor: Actor, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const part of readAudit(ctx, { actor, filter })) {
    yield part
      .map((row) =>
        csvLine([
          presentTime(row.made_at),
          row.actor_email,
          row.action,
          row.subject_type,
          row.subject_id,
          row.subject_name,
          row.before ? JSON.stringify(row.before) : '',
          row.after ? JSON.stringify(row.after) : '',
          row.address,
          row.browser,
          row.key_name ?? '',
        ]),
      )
      .join('')
  }
}
