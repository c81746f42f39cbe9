import type { CheckOutcome } from '@recto/contract/checks'
import {
  type ComparedDocument,
  compareDocuments,
  earlierBy,
  type KnownDocument,
} from '@recto/extraction/compare-documents'
import { type FieldsByRole, fieldsByRole, identityOf } from '@recto/extraction/document-identity'
import type { Json, Question } from '@recto/provider-spec/answer'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { fieldTypeOf, judgeDocument, presentChecks } from '../../answering/answering.port.ts'
import { getDocument } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import { listOutputRows } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { listKnownValues } from './known-values.store.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

/**
 * What checks say of the values that a document has now, as its project asks for them, beside the other documents of the
 * project. Nothing of a document of which nothing was answered.
 */
export async function checkDocument(
  ctx: Pick<Context, 'db' | 'compute'>,
  { actor, projectId, documentId }: Input,
): Promise<CheckOutcome[]> {
  const project = await getProject(ctx, { actor, projectId })
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const asked = await askedPrompts(tenant, project)
  const isSinglePass = project.single_pass
  const rows = await listOutputRows(tenant, { projectIds: [projectId], documentId, isSinglePass })
  const said = asked.flatMap(({ prompt, profileId }) => {
    const row = rows.find((one) => one.prompt_id === prompt.id && one.profile_id === profileId)
    return row ? [[prompt.key, valueOfOutput(prompt, row.output)] as const] : []
  })
  if (said.length === 0) return []
  const values: Readonly<Record<string, Json>> = {
    ...Object.fromEntries(asked.map(({ prompt }) => [prompt.key, null])),
    ...Object.fromEntries(said),
  }
  const fields = fieldsByRole(asked.map(({ prompt }) => asQuestion(prompt)))
  const others = await otherDocuments(tenant, { project, documentId, asked, fields })
  const compared = compareDocuments(fields, identityOf(fields, values), others)
  const judged = await judgeDocument(ctx, {
    ...{ checks: project.checks, values, name: document.name },
    earlier: earlierBy(fields, compared),
  })
  return presentChecks({ judged, compared, placeOf })
}

type Asked = { readonly prompt: PromptRow; readonly profileId: string | undefined }

/** With the profile under which the project takes its value. */
async function askedPrompts(tenant: Tenant, project: ProjectRow): Promise<readonly Asked[]> {
  const [prompts, profiles] = await Promise.all([
    listPromptsOfProjects(tenant, [project.id]),
    listProfilesOfProjects(tenant, [project.id]),
  ])
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  return prompts
    .filter(({ prompt_type, active }) => prompt_type === 'PROMPT' && active)
    .map((prompt) => ({
      prompt,
      profileId: project.single_pass ? defaultId : (prompt.profile_id ?? defaultId),
    }))
}

const asQuestion = ({ key, prompt, enforce_type }: PromptRow): Question => ({
  ...{ key, prompt, type: fieldTypeOf(enforce_type, key) },
})

const structured = ['json', 'table', 'record', 'line-item']

/** Outputs are kept as texts. */
function valueOfOutput({ enforce_type }: PromptRow, output: string | null): Json {
  if (output === null) return null
  if (enforce_type === 'number') return numberOr(output)
  if (enforce_type === 'boolean') return output === 'True'
  if (!structured.includes(enforce_type)) return output
  try {
    return JSON.parse(output)
  } catch {
    // What an earlier version kept is no JSON.
    return output
  }
}

const numberOr = (output: string) => (Number.isNaN(Number(output)) ? output : Number(output))

type Beside = {
  readonly project: ProjectRow
  readonly documentId: string
  readonly asked: readonly Asked[]
  readonly fields: FieldsByRole
}

async function otherDocuments(
  tenant: Tenant,
  { project, documentId, asked, fields }: Beside,
): Promise<readonly KnownDocument<string>[]> {
  const keys = new Set(Object.values(fields))
  const telling = new Map(
    asked.filter(({ prompt }) => keys.has(prompt.key)).map((one) => [one.prompt.id, one]),
  )
  const rows = await listKnownValues(tenant, {
    ...{ projectId: project.id, promptIds: [...telling.keys()] },
    isSinglePass: project.single_pass,
  })
  const counted = rows.filter(
    (row) =>
      row.document_id !== documentId && telling.get(row.prompt_id)?.profileId === row.profile_id,
  )
  const byDocument = Map.groupBy(counted, ({ document_id }) => document_id)
  return [...byDocument].map(([id, outputs]) => {
    const values = outputs.map((one) => [telling.get(one.prompt_id)?.prompt.key ?? '', one.output])
    const identity = identityOf(fields, Object.fromEntries(values))
    return { ref: id, name: outputs[0]?.name ?? '', identity }
  })
}

const placeOf = (documentId: ComparedDocument<string>['documents'][number]['ref']) => ({
  ...{ execution_id: null, file_id: null, document_id: documentId },
})
