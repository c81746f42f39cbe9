import type { TruthFileFormat } from '@recto/contract/prompt-studio/truth-files'
import { type Actor, type Context, tenantOf } from '../../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../../platform/db/database.ts'
import { recordChange } from '../../../organizations/organizations.port.ts'
import { enqueueLayoutCompilation } from '../../layouts/enqueue-layout-compilation.ts'
import { getProject } from '../../rows/access.ts'
import { listDocumentRows } from '../../rows/documents.store.ts'
import {
  lockExpectedValuesOfDocument,
  saveExpectedValueRow,
} from '../../rows/expected-values.store.ts'
import type { ProjectRow } from '../../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../../rows/prompts.store.ts'
import { judgeOutput } from '../judge-output.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { readFile, type ValuesOfFile } from './read-file.ts'

type ImportRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly format: TruthFileFormat
  readonly text: string
  /** Whether nothing is to be saved. */
  readonly isDryRun: boolean
}

export type ImportedValues = ImportPlan & { readonly isSaved: boolean }

/** Saves the values of a file, all of them or none. */
export async function importExpectedValues(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { actor, projectId, format, text, isDryRun }: ImportRequest,
): Promise<ImportedValues> {
  const project = await getProject(ctx, { actor, projectId })
  const file = readFile(text, format)
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const allPrompts = await listPromptsOfProjects(tenant, [projectId])
    const prompts = allPrompts.filter(({ prompt_type }) => prompt_type === 'PROMPT')
    const plan = await planInProject(tenant, { projectId, prompts, file })
    const plannedValues = [...plan.newValues, ...plan.changedValues]
    const isSaved = !isDryRun && plan.faults.length === 0
    if (!isSaved || plannedValues.length === 0) return { ...plan, isSaved }
    await saveValues(ctx, tenant, { actor, project, prompts, plan })
    const { newValues, changedValues, sameCount, unknownLines } = plan
    await recordChange(tenant, actor, {
      action: 'expected-values.imported',
      subject: { type: 'project', id: projectId, name: project.name },
      after: {
        format,
        new: newValues.length,
        changed: changedValues.length,
        same: sameCount,
        unknown: unknownLines.length,
      },
    })
    return { ...plan, isSaved }
  })
}

type FileOfProject = {
  readonly projectId: string
  readonly prompts: readonly PromptRow[]
  readonly file: ValuesOfFile
}

/** Locks the expected values that the file may change. */
async function planInProject(
  tenant: Tenant,
  { projectId, prompts, file }: FileOfProject,
): Promise<ImportPlan> {
  const names = new Set(file.values.map(({ document }) => document))
  const documents = (await listDocumentRows(tenant, projectId)).filter(({ name }) =>
    names.has(name),
  )
  const promptIds = prompts.map(({ id }) => id)
  const valuesByHash = new Map<string, ReadonlyMap<string, { readonly value: string | null }>>()
  // The order is always the same, so that two imports cannot wait for each other.
  for (const hash of [...new Set(documents.map((document) => document.hash))].toSorted()) {
    valuesByHash.set(hash, await lockExpectedValuesOfDocument(tenant, { promptIds, hash }))
  }
  return planImport(file, {
    prompts: prompts.map(({ id, key, enforce_type: type }) => ({ id, key, type })),
    documents,
    findValue: (promptId, hash) => valuesByHash.get(hash)?.get(promptId)?.value,
  })
}

type ValuesToSave = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompts: readonly PromptRow[]
  readonly plan: ImportPlan
}

async function saveValues(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { actor, project, prompts, plan }: ValuesToSave,
): Promise<void> {
  const promptById = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  const plannedValues = [...plan.newValues, ...plan.changedValues]
  for (const { promptId, documentId, hash, value } of plannedValues) {
    const prompt = promptById.get(promptId)
    if (!prompt) continue
    await saveExpectedValueRow(tenant, {
      prompt_id: promptId,
      document_hash: hash,
      value,
      created_by: actor.userId,
      source: 'studio' as const,
      evidence: null,
      machine_value: null,
    })
    await judgeOutput(tenant, { project, prompt, documentId, hash, expectedValue: value })
  }
  for (const documentHash of new Set(plannedValues.map(({ hash }) => hash))) {
    await enqueueLayoutCompilation(ctx, tenant, { projectId: project.id, documentHash })
  }
}
