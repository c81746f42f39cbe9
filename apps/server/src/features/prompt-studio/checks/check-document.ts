import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
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
import type { Question } from '@recto/provider-spec/answer'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentChecks, runChecks, toFieldType } from '../../answering/answering.port.ts'
import { addRowColumns, matchValues, toCheckedLookups } from '../../lookups/lookups.port.ts'
import { listPromptsToMatch } from '../lookups/match-document.ts'
import { getDocument, getProject } from '../rows/access.ts'
import { loadCurrentValues, type PromptWithProfile } from '../rows/current-values.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'
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
  const { activePrompts, values } = await loadCurrentValues(tenant, project, documentId)
  if (!values) return []
  const fields = findFieldsByRole(activePrompts.map(({ prompt }) => toQuestion(prompt)))
  const otherDocuments = await loadOtherDocuments(tenant, {
    project,
    documentId,
    activePrompts,
    fields,
  })
  const identity = createIdentity(fields, values)
  const comparisons = compareDocuments(fields, identity, otherDocuments)
  const prompts = listPromptsToMatch(activePrompts)
  const matches = await matchValues(tenant, { prompts, values, time: new Date() })
  const lists = [...matches].map(([key, { list }]) =>
    list ? [key, addRowColumns(values[key] ?? null, list)] : [key, values[key] ?? null],
  )
  const checkResults = await runChecks(ctx, {
    checks: project.checks,
    values: { ...values, ...Object.fromEntries(lists) },
    name: document.name,
    earlier: getEarlierResults(fields, identity, comparisons),
    lookups: toCheckedLookups(matches),
  })
  return presentChecks({
    judgedChecks: checkResults,
    comparedDocuments: comparisons,
    toDocumentRef,
  })
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

const toQuestion = ({ key, prompt, enforce_type }: PromptRow): Question => ({
  key,
  prompt,
  type: toFieldType(enforce_type, key),
})
