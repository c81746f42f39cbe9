import type { Box } from '@recto/document-text/model'
import type { ExampleValue, LayoutField } from '@recto/extraction/compile-layout'
import type { Evidence, EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import type { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import {
  countExamples,
  findLayoutSettings,
  keepExample,
  listExamples,
  remakeLayouts,
} from '../../answering/answering.port.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listProjectsById, lockProject } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { type ApprovedValueRow, lastApproved, listApprovedValues } from './approved-values.store.ts'
import type { compileLayoutsJob } from './layouts.jobs.ts'

/** The newest approved documents of a project: older ones say less of what its documents look like now. */
const mostExamples = 60

type Asked = z.output<typeof compileLayoutsJob.payload>

/**
 * Keeps the words of a document of which something was approved, and compiles the layouts of its project anew. It
 * may be repeated: what it makes depends on what is approved alone.
 */
export async function compileLayouts(
  ctx: Context,
  { organizationId, projectId, documentHash, at }: Asked,
  durable: Durable,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  let isNew = false
  await durable.everyTime('keep-example', async () => {
    if (documentHash !== '') isNew = await keep(ctx, tenant, { projectId, documentHash })
  })
  await durable.everyTime('compile', async () => {
    const newest = await lastApproved(tenant, projectId)
    // Somebody goes on approving, and the last of it asks again; it may have been done before this example was read.
    if (!isNew && newest && newest.getTime() > at) return
    await compile(ctx, tenant, projectId)
  })
}

type Of = { readonly projectId: string; readonly documentHash: string }

async function keep(ctx: Context, tenant: Tenant, of: Of): Promise<boolean> {
  const said = await listApprovedValues(tenant, of.projectId, [of.documentHash])
  const profiles = await listProfilesOfProjects(tenant, [of.projectId])
  const profile = profiles.find(({ is_default }) => is_default)
  const [project] = await listProjectsById(tenant, [of.projectId])
  if (!profile || !project || said.length === 0) return false
  const policy = project.hidden_text_policy
  try {
    return await keepExample(ctx, tenant, {
      ...{ ...of, textExtractorId: profile.text_extractor_id },
      hiddenText: policy === 'off' ? undefined : policy,
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A document that is gone, or locked, is no example, and harms nobody else.
    ctx.log.info({ err: error, ...of }, 'an approved document cannot be read for its layout')
    return false
  }
}

async function compile(ctx: Context, tenant: Tenant, projectId: string): Promise<void> {
  const seen = await lastApproved(tenant, projectId)
  const { leastDocuments } = await findLayoutSettings(tenant, projectId)
  const count = await countExamples(tenant, projectId)
  const examples = await listExamples(tenant, projectId, mostExamples)
  const hashes = examples.map(({ document_hash }) => document_hash)
  const said = Map.groupBy(
    await listApprovedValues(tenant, projectId, hashes),
    ({ document_hash }) => document_hash,
  )
  const approved = examples.flatMap(({ document_hash: hash, text }) => {
    const rows = said.get(hash)
    return rows ? [{ hash, text, values: valuesOf(rows) }] : []
  })
  const fields = (await listPromptsOfProjects(tenant, [projectId])).flatMap(fieldOf)
  const input = { examples: approved, fields, least: leastDocuments }
  await remakeLayouts(ctx, tenant, {
    projectId,
    input,
    async isCurrent(within) {
      // Nobody else replaces the layouts or suspends their rules until these are in their place.
      await lockProject(within, projectId)
      if ((await countExamples(within, projectId)) > count) return false
      return (await lastApproved(within, projectId))?.getTime() === seen?.getTime()
    },
  })
}

const types: readonly string[] = ['text', 'number', 'email', 'date'] satisfies FieldType[]

const isFieldType = (type: string): type is FieldType => types.includes(type)

function fieldOf(prompt: {
  readonly key: string
  readonly prompt: string
  readonly prompt_type: string
  readonly enforce_type: string
}): readonly LayoutField[] {
  const { key, enforce_type: type } = prompt
  if (prompt.prompt_type !== 'PROMPT' || !isFieldType(type)) return []
  return [{ key, type, prompt: prompt.prompt }]
}

function valuesOf(rows: readonly ApprovedValueRow[]): Readonly<Record<string, ExampleValue>> {
  return Object.fromEntries(
    rows.flatMap(({ key, type, value, evidence }) => {
      const typed = typedValue(type, value)
      return typed === undefined ? [] : [[key, { value: typed, boxes: boxesIn(evidence) }]]
    }),
  )
}

/** Values of people are kept as they were written. */
function typedValue(type: string, value: string | null): Json | undefined {
  if (value === null) return null
  if (type !== 'number') return value
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) ? number : undefined
}

function boxesIn(evidence: unknown): readonly Box[] {
  // What was stored as the evidence of a scalar is a list of places.
  const places = (evidence ?? []) as EvidenceTree
  if (!Array.isArray(places)) return []
  return (places as readonly Evidence[]).flatMap(({ boxes, contradicts }) =>
    contradicts ? [] : (boxes ?? []),
  )
}
