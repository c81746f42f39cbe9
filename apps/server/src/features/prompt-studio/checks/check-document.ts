import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { readNumber } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import {
  type ComparedDocument,
  compareDocuments,
  getEarlierResults,
  type KnownDocument,
} from '@recto/extraction/compare-documents'
import {
  createIdentity,
  type FieldsByRole,
  findFieldsByRole,
} from '@recto/extraction/document-identity'
import type { Json, Question } from '@recto/provider-spec/answer'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentChecks, runChecks, toFieldType } from '../../answering/answering.port.ts'
import { getDocument, getProject } from '../rows/access.ts'
import { listOutputRows } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { listOutputValues } from './output-values.store.ts'

type CheckDocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/**
 * Evaluates the checks of the project on the current values of a document, and compares it with the
 * other documents of the project. Returns nothing if no prompt was answered.
 */
export async function checkDocument(
  ctx: Pick<Context, 'db' | 'compute'>,
  { actor, projectId, documentId }: CheckDocumentRequest,
): Promise<CheckOutcome[]> {
  const project = await getProject(ctx, { actor, projectId })
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const activePrompts = await listActivePrompts(tenant, project)
  const isSinglePass = project.single_pass
  const rows = await listOutputRows(tenant, { projectIds: [projectId], documentId, isSinglePass })
  const answers = activePrompts
    .map(({ prompt, profileId }) => {
      const row = rows.find(
        (candidate) => candidate.prompt_id === prompt.id && candidate.profile_id === profileId,
      )
      return row ? ([prompt.key, parseStoredOutput(prompt, row.output)] as const) : undefined
    })
    .filter((value) => value !== undefined)
  if (answers.length === 0) return []
  const values: Readonly<Record<string, Json>> = {
    ...Object.fromEntries(activePrompts.map(({ prompt }) => [prompt.key, null])),
    ...Object.fromEntries(answers),
  }
  const fields = findFieldsByRole(activePrompts.map(({ prompt }) => toQuestion(prompt)))
  const otherDocuments = await loadOtherDocuments(tenant, {
    project,
    documentId,
    activePrompts,
    fields,
  })
  const comparisons = compareDocuments(fields, createIdentity(fields, values), otherDocuments)
  const checkResults = await runChecks(ctx, {
    checks: project.checks,
    values,
    name: document.name,
    earlier: getEarlierResults(fields, comparisons),
  })
  return presentChecks({
    judgedChecks: checkResults,
    comparedDocuments: comparisons,
    toDocumentRef,
  })
}

type PromptWithProfile = { readonly prompt: PromptRow; readonly profileId: string | undefined }

/** Lists active prompts, each with the profile whose output is the project's value. */
async function listActivePrompts(
  tenant: Tenant,
  project: ProjectRow,
): Promise<readonly PromptWithProfile[]> {
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

const toQuestion = ({ key, prompt, enforce_type }: PromptRow): Question => ({
  key,
  prompt,
  type: toFieldType(enforce_type, key),
})

const structuredTypes = ['json', 'table', 'record', 'line-item']

/** Outputs are stored as text. */
function parseStoredOutput({ enforce_type }: PromptRow, output: string | null): Json {
  if (output === null) return null
  if (enforce_type === 'number') return parseNumber(output)
  if (enforce_type === 'boolean') return output === 'True'
  if (!structuredTypes.includes(enforce_type)) return output
  try {
    return parseExactJson(output) as Json
  } catch {
    // Earlier versions stored other text than JSON.
    return output
  }
}

/** Whole numbers are stored as `5.0`. */
const parseNumber = (output: string): Json => {
  const text = output.trim()
  return text === '' ? 0 : (readNumber(text.replace(/\.0$/, '')) ?? output)
}

type OtherDocumentsOptions = {
  readonly project: ProjectRow
  readonly documentId: string
  readonly activePrompts: readonly PromptWithProfile[]
  readonly fields: FieldsByRole
}

async function loadOtherDocuments(
  tenant: Tenant,
  { project, documentId, activePrompts, fields }: OtherDocumentsOptions,
): Promise<readonly KnownDocument<string>[]> {
  const keys = new Set(Object.values(fields))
  const promptsById = new Map(
    activePrompts
      .filter(({ prompt }) => keys.has(prompt.key))
      .map((activePrompt) => [activePrompt.prompt.id, activePrompt]),
  )
  const rows = await listOutputValues(tenant, {
    projectId: project.id,
    promptIds: [...promptsById.keys()],
    isSinglePass: project.single_pass,
  })
  const comparableRows = rows.filter(
    (row) =>
      row.document_id !== documentId &&
      promptsById.get(row.prompt_id)?.profileId === row.profile_id,
  )
  const byDocument = Map.groupBy(comparableRows, ({ document_id }) => document_id)
  return [...byDocument].map(([id, outputs]) => {
    const values = outputs.map((output) => [
      promptsById.get(output.prompt_id)?.prompt.key ?? '',
      output.output,
    ])
    const identity = createIdentity(fields, Object.fromEntries(values))
    return { ref: id, name: outputs[0]?.name ?? '', identity }
  })
}

const toDocumentRef = (documentId: ComparedDocument<string>['documents'][number]['ref']) => ({
  execution_id: null,
  file_id: null,
  document_id: documentId,
})
