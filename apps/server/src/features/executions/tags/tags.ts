import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Found, ListedExecution, ListedFile } from '../lists/executions.reads.ts'
import { pageOfTagged, pageOfTaggedFiles } from './tagged.reads.ts'
import {
  changeTag,
  deleteTagRow,
  findTag,
  insertTag,
  pageOfTags,
  type TagRow,
} from './tags.store.ts'

type Needs = Pick<Context, 'db'>
type Of = { readonly actor: Actor; readonly id: string }

export async function getTag(ctx: Needs, { actor, id }: Of): Promise<TagRow> {
  const tag = await findTag(tenantOf(ctx, actor), id)
  if (!tag) throw notFound('tag')
  return tag
}

type Window = { readonly page: number; readonly pageSize: number }

export async function listTags(
  ctx: Needs,
  { actor, ...window }: Window & { readonly actor: Actor },
): Promise<Found<TagRow>> {
  return existing(await pageOfTags(tenantOf(ctx, actor), window), window)
}

export async function listTagged(
  ctx: Needs,
  { actor, id, ...window }: Of & Window,
): Promise<Found<ListedExecution>> {
  const { name } = await getTag(ctx, { actor, id })
  return existing(await pageOfTagged(tenantOf(ctx, actor), { name, ...window }), window)
}

export async function listTaggedFiles(
  ctx: Needs,
  { actor, id, ...window }: Of & Window,
): Promise<Found<ListedFile>> {
  const { name } = await getTag(ctx, { actor, id })
  return existing(await pageOfTaggedFiles(tenantOf(ctx, actor), { name, ...window }), window)
}

function existing<Row>(found: Found<Row>, { page }: Window): Found<Row> {
  if (page > 1 && found.rows.length === 0) throw notFound('page')
  return found
}

type Created = { readonly actor: Actor; readonly name: string; readonly description: string }

export async function createTag(ctx: Needs, { actor, ...given }: Created): Promise<TagRow> {
  const made = await insertTag(tenantOf(ctx, actor), given)
  if (!made) throw invalid('name', 'A tag with this name exists.', 'unique')
  return made
}

export async function updateTag(
  ctx: Needs,
  { description, ...of }: Of & { readonly description: string },
): Promise<TagRow> {
  const tag = await getTag(ctx, of)
  await changeTag(tenantOf(ctx, of.actor), { id: tag.id, description })
  return { ...tag, description }
}

export async function deleteTag(ctx: Needs, of: Of): Promise<void> {
  const { id } = await getTag(ctx, of)
  await deleteTagRow(tenantOf(ctx, of.actor), id)
}
