import type { Box } from '@recto/document-text/model'
import { readNumber } from '@recto/exact-json/exact-number'
import type { ExampleValue, LayoutField } from '@recto/extraction/compile-layout'
import type { Evidence, FieldType, Json } from '@recto/provider-spec/answer'
import type { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  countExamples,
  findLayoutFailure,
  findLayoutSettings,
  listExamples,
  recompileLayouts,
  saveLayoutExample,
  saveLayoutFailure,
} from '../../answering/answering.port.ts'
import { publishToMembers } from '../../organizations/organizations.port.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listProjectsById, lockProject } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import {
  type ApprovedValueRow,
  getLastApprovalTime,
  listApprovedValues,
} from './approved-values.store.ts'
import type { compileLayoutsJob } from './layouts.jobs.ts'

/** Only the newest approved documents are used: older ones say less about the current documents. */
const maxExamples = 60

type CompileLayoutsPayload = z.output<typeof compileLayoutsJob.payload>

/**
 * Saves a document with approved values as an example, and recompiles the layouts of its project.
 * It may run repeatedly: the result depends only on what is approved.
 */
export async function compileLayouts(
  ctx: Context,
  { organizationId, projectId, documentHash, at: requestedAt }: CompileLayoutsPayload,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const isNew = documentHash !== '' && (await saveExample(ctx, tenant, { projectId, documentHash }))
  const lastApproval = await getLastApprovalTime(tenant, projectId)
  // Somebody is still approving, and the last approval starts another job, which may have run
  // before this example was saved.
  if (!isNew && lastApproval && lastApproval.getTime() > requestedAt) return
  await compileProjectLayouts(ctx, tenant, projectId)
}

/**
 * Records that the layouts could not be compiled, so that the project shows it. Its owner is told
 * once, in the logs panel, until they are compiled again.
 */
export async function recordLayoutFailure(
  ctx: Pick<Context, 'db' | 'events' | 'config'>,
  { organizationId, projectId }: CompileLayoutsPayload,
  error: unknown,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const message = error instanceof Error ? error.message : String(error)
  // An error of another process comes with its stack, which is for the log.
  const [firstLine = ''] = message.split('\n', 1)
  const isKnown = (await findLayoutFailure(tenant, projectId)) !== undefined
  await saveLayoutFailure(tenant, projectId, firstLine)
  const [project] = isKnown ? [] : await listProjectsById(tenant, [projectId])
  if (!project || project.created_by === null) return
  await publishToMembers(ctx, tenant, {
    userIds: [project.created_by],
    message: {
      timestamp: Date.now() / 1000,
      type: 'LOG',
      service: 'prompt',
      component: { tool_id: projectId },
      level: 'ERROR',
      state: 'RUN',
      message: `The layouts of “${project.name}” could not be compiled: ${firstLine}`,
    },
  })
}

type DocumentKey = { readonly projectId: string; readonly documentHash: string }

async function saveExample(ctx: Context, tenant: Tenant, key: DocumentKey): Promise<boolean> {
  const approvedValues = await listApprovedValues(tenant, key.projectId, [key.documentHash])
  const profiles = await listProfilesOfProjects(tenant, [key.projectId])
  const profile = profiles.find(({ is_default }) => is_default)
  const [project] = await listProjectsById(tenant, [key.projectId])
  if (!profile || !project || approvedValues.length === 0) return false
  const policy = project.hidden_text_policy
  try {
    return await saveLayoutExample(ctx, tenant, {
      ...key,
      textExtractorId: profile.text_extractor_id,
      hiddenText: policy === 'off' ? undefined : policy,
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A document that is deleted or locked is skipped as an example.
    ctx.log.info({ err: error, ...key }, 'cannot read an approved document for its layout')
    return false
  }
}

async function compileProjectLayouts(
  ctx: Context,
  tenant: Tenant,
  projectId: string,
): Promise<void> {
  const earlierFailure = await findLayoutFailure(tenant, projectId)
  const lastApproval = await getLastApprovalTime(tenant, projectId)
  const { minDocuments } = await findLayoutSettings(tenant, projectId)
  const count = await countExamples(tenant, projectId)
  const examples = await listExamples(tenant, projectId, maxExamples)
  const hashes = examples.map(({ document_hash }) => document_hash)
  const valuesByDocument = Map.groupBy(
    await listApprovedValues(tenant, projectId, hashes),
    ({ document_hash }) => document_hash,
  )
  const approvedExamples = examples
    .map(({ document_hash: hash, text }) => {
      const rows = valuesByDocument.get(hash)
      return rows ? { hash, text, values: toExampleValues(rows) } : undefined
    })
    .filter((value) => value !== undefined)
  const fields = (await listPromptsOfProjects(tenant, [projectId])).flatMap(toLayoutFields)
  const input = { examples: approvedExamples, fields, minDocuments }
  await recompileLayouts(ctx, tenant, {
    projectId,
    input,
    earlierFailure,
    async isCurrent(transaction) {
      // Nobody else replaces the layouts or suspends their rules until these are stored.
      await lockProject(transaction, projectId)
      if ((await countExamples(transaction, projectId)) > count) return false
      return (
        (await getLastApprovalTime(transaction, projectId))?.getTime() === lastApproval?.getTime()
      )
    },
  })
}

const layoutTypes: readonly string[] = ['text', 'number', 'email', 'date'] satisfies FieldType[]

const isLayoutType = (type: string): type is FieldType => layoutTypes.includes(type)

function toLayoutFields(prompt: {
  readonly key: string
  readonly prompt: string
  readonly prompt_type: string
  readonly enforce_type: string
}): readonly LayoutField[] {
  const { key, enforce_type: type } = prompt
  if (prompt.prompt_type !== 'PROMPT' || !isLayoutType(type)) return []
  return [{ key, type, prompt: prompt.prompt }]
}

function toExampleValues(
  rows: readonly ApprovedValueRow[],
): Readonly<Record<string, ExampleValue>> {
  return Object.fromEntries(
    rows
      .filter(({ type }) => isLayoutType(type))
      .map(({ key, type, value, evidence }) => {
        const typedValue = parseTypedValue(type, value)
        return typedValue === undefined
          ? undefined
          : ([key, { value: typedValue, boxes: listBoxes(evidence) }] as const)
      })
      .filter((value) => value !== undefined),
  )
}

/** Values entered by people are stored as they were typed. */
function parseTypedValue(type: string, value: string | null): Json | undefined {
  if (value === null) return null
  if (type !== 'number') return value
  return readNumber(value.trim())
}

function listBoxes(evidence: unknown): readonly Box[] {
  if (!Array.isArray(evidence)) return []
  // A person may have stored a value without evidence, or with that of another shape.
  return (evidence as readonly (Partial<Evidence> | null)[]).flatMap((place) =>
    place?.contradicts ? [] : (place?.boxes ?? []),
  )
}
