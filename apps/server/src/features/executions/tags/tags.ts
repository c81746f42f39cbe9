import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import type { ListedExecution, ListedFile, ResultPage } from '../lists/executions.reads.ts'
import { findTaggedExecutionPage, findTaggedFilePage } from './tagged.reads.ts'
import {
  deleteTagRow,
  findTag,
  findTagPage,
  insertTag,
  type TagRow,
  updateTagDescription,
} from './tags.store.ts'

type TagDependencies = Pick<Context, 'db'>
type TagRequest = { readonly actor: Actor; readonly id: string }

export async function getTag(ctx: TagDependencies, { actor, id }: TagRequest): Promise<TagRow> {
  const tag = await findTag(tenantOf(ctx, actor), id)
  if (!tag) throw notFound('tag')
  return tag
}

type PageWindow = { readonly page: number; readonly pageSize: number }

/** The exact name. */
type TagFilter = { readonly name?: string | undefined }

export async function listTags(
  ctx: TagDependencies,
  { actor, name, ...window }: PageWindow & TagFilter & { readonly actor: Actor },
): Promise<ResultPage<TagRow>> {
  return assertPageExists(await findTagPage(tenantOf(ctx, actor), { name, ...window }), window)
}

export async function listTagged(
  ctx: TagDependencies,
  { actor, id, ...window }: TagRequest & PageWindow,
): Promise<ResultPage<ListedExecution>> {
  const { name } = await getTag(ctx, { actor, id })
  return assertPageExists(
    await findTaggedExecutionPage(tenantOf(ctx, actor), { name, viewer: actor, ...window }),
    window,
  )
}

export async function listTaggedFiles(
  ctx: TagDependencies,
  { actor, id, ...window }: TagRequest & PageWindow,
): Promise<ResultPage<ListedFile>> {
  const { name } = await getTag(ctx, { actor, id })
  return assertPageExists(
    await findTaggedFilePage(tenantOf(ctx, actor), { name, viewer: actor, ...window }),
    window,
  )
}

function assertPageExists<Row>(result: ResultPage<Row>, { page }: PageWindow): ResultPage<Row> {
  if (page > 1 && result.rows.length === 0) throw notFound('page')
  return result
}

type CreateTagRequest = {
  readonly actor: Actor
  readonly name: string
  readonly description: string
}

export async function createTag(
  ctx: TagDependencies,
  { actor, ...fields }: CreateTagRequest,
): Promise<TagRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const tag = await insertTag(tenant, fields)
    if (!tag) throw invalid('name', 'A tag with this name already exists.', 'unique')
    await record(tenant, actor, {
      done: 'created',
      tag,
      after: { description: tag.description },
    })
    return tag
  })
}

export async function updateTag(
  ctx: TagDependencies,
  { description, ...request }: TagRequest & { readonly description: string },
): Promise<TagRow> {
  const tag = await getTag(ctx, request)
  return inTransaction(tenantOf(ctx, request.actor), async (tenant) => {
    await updateTagDescription(tenant, { id: tag.id, description })
    const values = { before: { description: tag.description }, after: { description } }
    await record(tenant, request.actor, { done: 'changed', tag, ...values })
    return { ...tag, description }
  })
}

export async function deleteTag(ctx: TagDependencies, request: TagRequest): Promise<void> {
  const tag = await getTag(ctx, request)
  await inTransaction(tenantOf(ctx, request.actor), async (tenant) => {
    await deleteTagRow(tenant, tag.id)
    await record(tenant, request.actor, {
      done: 'deleted',
      tag,
      before: { description: tag.description },
    })
  })
}

type TagAuditEntry = {
  readonly done: 'created' | 'changed' | 'deleted'
  readonly tag: TagRow
  readonly before?: object
  readonly after?: object
}

const record = (
  tenant: Tenant,
  actor: Actor,
  { done, tag: { id, name }, ...values }: TagAuditEntry,
) =>
  recordChange(tenant, actor, {
    action: `tag.${done}`,
    subject: { type: 'tag', id, name },
    ...values,
  })
