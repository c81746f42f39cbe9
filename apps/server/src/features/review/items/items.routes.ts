import * as api from '@recto/contract/review/review'
import type { InputNotation } from '@recto/extraction/read-input'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { recordExport } from '../../organizations/organizations.port.ts'
import { approveHeldItem } from './approve-held-item.ts'
import { approvedFile } from './approved-file.ts'
import {
  countQueue,
  downloadable,
  getApproved,
  listApproved,
  listEvents,
} from './approved-items.ts'
import type { ChosenRows, RowChoice } from './chosen-rows.ts'
import { listClasses } from './document-class.ts'
import { editHeldItem } from './edit-held-item.ts'
import { fetchNext, peekNext } from './fetch-next.ts'
import { finishReview } from './finish-review.ts'
import {
  presentApproved,
  presentClassCounts,
  presentEvents,
  presentItem,
  presentWaiting,
} from './present-item.ts'
import { returnItem } from './return-item.ts'
import { searchItemLookup } from './search-item-lookup.ts'
import { undoApproval, undoFinish } from './undo-step.ts'

const baseOf = ({ config }: Context, { organization }: Actor) =>
  `/api/v1/${config.productId}/${organization.slug}`

type WireNotation = api.PersonNotation | undefined

const toInputNotation = (notation: WireNotation): InputNotation => ({
  decimalMark: notation?.decimal_mark,
  dateOrder: notation?.date_order,
})

type WireChosenRows = NonNullable<z.output<typeof api.saveEdits.body>['updated_lookups']>

const toChosenRows = (chosenRows: WireChosenRows): ChosenRows =>
  Object.fromEntries(
    Object.entries(chosenRows).map(([field, choice]) => {
      const name = `updated_lookups.${field}`
      return [
        field,
        Array.isArray(choice)
          ? choice.map((one, index) => toChosenRow(one, `${name}.${index}`))
          : [toChosenRow(choice, name)],
      ]
    }),
  )

type WireChosenRow = Exclude<WireChosenRows[string], readonly unknown[]>

const toChosenRow = (
  { row_key: rowKey, row, remember, withdraw }: WireChosenRow,
  name: string,
): RowChoice => {
  const isRemembered = remember && !withdraw
  return { rowKey, listRow: row, isRemembered, isWithdrawn: withdraw, name }
}

/** States how long the caller can undo a step, if they want to and the settings let them. */
const undoTimeOf = ({ config }: Context, { can_undo: canUndo }: { readonly can_undo: boolean }) =>
  omitUndefined({
    undo_seconds: canUndo && config.reviewUndoSeconds > 0 ? config.reviewUndoSeconds : undefined,
  })

export function itemRoutes(app: FastifyInstance, ctx: Context): void {
  for (const endpoint of [api.listDocumentClasses, api.listDocumentClassesOfApi]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, query }) => {
      const classes = await listClasses(ctx, { actor, hasCounts: query.with_counts })
      return {
        data: classes.map(({ workflowId, name, counts }) => ({
          workflow_id: workflowId,
          workflow_name: name,
          ...omitUndefined({ counts: counts && presentWaiting(counts) }),
        })),
      }
    })
  }

  for (const endpoint of [api.fetchNextItem, api.fetchNextItemOfApi]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, query }) => {
      const item = await fetchNext(ctx, { actor, className: query.class_name, type: query.type })
      if (!item) return { data: null, message: 'No documents are waiting.' }
      const presentation = { item, base: baseOf(ctx, actor), hasContent: query.with_content }
      return { data: await presentItem(ctx, tenantOf(ctx, actor), presentation) }
    })
  }

  registerEndpoint(app, ctx, api.peekNextItem, async (ctx, { actor, query }) => {
    const next = await peekNext(ctx, { actor, className: query.class_name, type: query.type })
    return { data: next ?? null }
  })

  registerEndpoint(app, ctx, api.returnItem, async (ctx, { actor, body }) => {
    const { class_name: className, item_id: itemId, type, reason } = body
    await returnItem(ctx, { actor, className, itemId, type, reason })
    return { message: 'The document was returned to the queue.' }
  })

  registerEndpoint(app, ctx, api.saveEdits, async (ctx, { actor, body }) => {
    const { class_name: className, item_id: itemId, type } = body
    const { updated_data: output, updated_evidence: evidence } = body
    const notation = toInputNotation(body.notation)
    const chosenRows = body.updated_lookups && toChosenRows(body.updated_lookups)
    const edits = { output, evidence, notation, chosenRows }
    const storedEdits = await editHeldItem(ctx, { actor, className, itemId, type, ...edits })
    const message = 'Succesfully updated the data.'
    // Clients that do not name the item are older than this part of the reply.
    if (itemId === undefined) return { message }
    const lookups = { ...storedEdits.lookups }
    return {
      message,
      stored_data: { ...storedEdits.output },
      ...omitUndefined({ lookups: Object.keys(lookups).length > 0 ? lookups : undefined }),
    }
  })

  registerEndpoint(app, ctx, api.finishReview, async (ctx, { actor, body }) => {
    const { class_name: className, item_id: itemId } = body
    const undo = undoTimeOf(ctx, body)
    await finishReview(ctx, { actor, className, itemId, undoSeconds: undo.undo_seconds ?? 0 })
    return { message: 'The review is finished.', ...undo }
  })

  registerEndpoint(app, ctx, api.approveItem, async (ctx, { actor, body }) => {
    const { class_name: className, item_id: itemId } = body
    const undo = undoTimeOf(ctx, body)
    await approveHeldItem(ctx, { actor, className, itemId, undoSeconds: undo.undo_seconds ?? 0 })
    const message = 'The document is approved.'
    const { undo_seconds: seconds } = undo
    if (seconds === undefined) return { message }
    const explanation = `For ${seconds} seconds this can be undone; then the result is delivered or can be fetched.`
    return { message: `${message} ${explanation}`, undo_seconds: seconds }
  })

  for (const [endpoint, undo] of [
    [api.undoFinish, undoFinish],
    [api.undoApproval, undoApproval],
  ] as const) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, body }) => {
      const item = await undo(ctx, { actor, itemId: body.item_id })
      const presentation = { item, base: baseOf(ctx, actor) }
      return { data: await presentItem(ctx, tenantOf(ctx, actor), presentation) }
    })
  }

  registerEndpoint(app, ctx, api.finishReviewOfApi, async (ctx, { actor, body }) => {
    const { class_name: className, item_id: itemId, type, updated_data: output } = body
    const notation = toInputNotation(body.notation)
    if (type === 'simple_approve') {
      await approveHeldItem(ctx, { actor, className, itemId, output, notation })
      return { message: 'The document is approved.' }
    }
    await finishReview(ctx, { actor, className, itemId, output, notation })
    return { message: 'The review is finished.' }
  })

  approvedRoutes(app, ctx)
}

function approvedRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getQueueDetails, async (ctx, { actor, query }) =>
    presentClassCounts(await countQueue(ctx, { actor, className: query.class_name })),
  )

  registerEndpoint(app, ctx, api.listApprovedItems, async (ctx, { actor, query }) => {
    const items = await listApproved(ctx, { actor, className: query.class_name })
    return { data: await presentApproved(tenantOf(ctx, actor), items) }
  })

  registerEndpoint(app, ctx, api.getApprovedItem, async (ctx, { actor, query }) => {
    const { class_name: className, position } = query
    const item = await getApproved(ctx, { actor, className, position })
    const presentation = { item, base: baseOf(ctx, actor), isHeld: false }
    return { data: await presentItem(ctx, tenantOf(ctx, actor), presentation) }
  })

  registerEndpoint(app, ctx, api.downloadApproved, async (ctx, { actor, query, reply }) => {
    const { name, ...results } = await downloadable(ctx, { actor, className: query.class_name })
    await recordExport(tenantOf(ctx, actor), actor, {
      type: 'approved-results',
      id: query.class_name,
      name,
      after: { format: query.format, documents: results.items.length },
    })
    const type = query.format === 'json' ? 'application/json' : 'text/csv'
    return reply
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(name)}.${query.format}`,
      )
      .type(`${type}; charset=utf-8`)
      .send(approvedFile(results, query.format))
  })

  registerEndpoint(app, ctx, api.searchItemLookup, async (ctx, { actor, params, query }) => {
    const { field, search } = query
    const { columns, rows } = await searchItemLookup(ctx, { actor, id: params.id, field, search })
    return {
      columns: [...columns],
      rows: rows.map(({ row_key: key, cells }) => ({ key, cells: [...cells] })),
    }
  })

  registerEndpoint(app, ctx, api.listItemEvents, async (ctx, { actor, params }) => ({
    data: await presentEvents(
      tenantOf(ctx, actor),
      await listEvents(ctx, { actor, id: params.id }),
    ),
  }))
}
