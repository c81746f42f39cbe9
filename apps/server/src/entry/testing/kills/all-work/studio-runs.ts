import { studioOf } from '../../../../testing/studio.ts'
import { orderFields, orderFile } from '../../orders.ts'
import { isOrder } from './api-files.ts'
import { type Judgement, keepOn, type Load, type LoadContext } from './load.ts'

const documentNumbers = [800_001, 800_002]

type Project = {
  readonly toolId: string
  readonly profileId: string
  readonly documentIds: readonly string[]
  readonly promptIds: readonly string[]
}

/** A changed wording, so that no earlier reply answers it. The model reads the first question only. */
export const wordingOf = (question: string, round: number) => `${question} Round ${round}.`

/** All prompts of a project on all its documents, again and again with other wordings. */
export async function openStudioRuns(context: LoadContext): Promise<Load> {
  const { site, query } = context
  const project = await makeProject(context)
  const { toolId, profileId, documentIds, promptIds } = project
  const acceptedIds = new Set<string>()
  let round = 0
  const start = async () => {
    const openRuns = await query(
      `select 1 from studio_run where project_id = $1 and state in ('waiting', 'running') limit 1`,
      [toolId],
    )
    if (openRuns.length > 0) return
    round += 1
    for (const [index, id] of promptIds.entries()) {
      const prompt = wordingOf(orderFields[index]?.prompt ?? '', round)
      await site.admin.patch(`prompt-studio/prompt/${id}/`, { prompt })
    }
    const { body } = await site.admin.post(`prompt-studio/${toolId}/runs/`, {
      prompt_ids: promptIds,
      document_ids: documentIds,
      profile_ids: [profileId],
    })
    for (const { id } of body.runs) acceptedIds.add(id)
  }
  return {
    run: (signal) => keepOn(signal, 500, start),
    judge: async () => [await judgeRuns(context, project, acceptedIds)],
  }
}

async function makeProject({ site: { admin, model } }: LoadContext): Promise<Project> {
  const studio = studioOf(admin)
  const llm = await studio.cannedLlm(model)
  const [firstNumber = 0, ...otherNumbers] = documentNumbers
  const sampleOf = async (number: number) => ({ ...(await orderFile(number)), field: 'file' })
  const { tool_id, profile_id, document_id } = await studio.runnable(await sampleOf(firstNumber), {
    profile: { llm },
  })
  const documentIds = [document_id]
  for (const number of otherNumbers) {
    documentIds.push(await studio.document(tool_id, await sampleOf(number)))
  }
  const promptIds: string[] = []
  for (const { key, prompt, type } of orderFields) {
    const fields = { prompt_key: key, prompt, enforce_type: type ?? 'text' }
    promptIds.push((await studio.prompt(tool_id, fields)).prompt_id)
  }
  return { toolId: tool_id, profileId: profile_id, documentIds, promptIds }
}

type RunRow = {
  readonly id: string
  readonly state: string
  readonly outputs: number
  readonly error: string | null
}

/** Every run has written one value, and the last value of each prompt and document is right. */
async function judgeRuns(
  { site, query }: LoadContext,
  { toolId, documentIds, promptIds }: Project,
  acceptedIds: ReadonlySet<string>,
): Promise<Judgement> {
  const rows = await query<RunRow>(
    `select id, state, cardinality(output_ids) as outputs, error from studio_run where project_id = $1`,
    [toolId],
  )
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const lostIds = [...acceptedIds].filter((id) => !rowById.has(id))
  const failedRows = rows.filter(({ state, outputs }) => state !== 'done' || outputs === 0)
  const path = `prompt-studio/prompt-output/?tool_id=${toolId}&is_single_pass_extract=false`
  const outputs: Output[] = (await site.admin.get(path)).body
  const wrongDocuments = documentIds.filter((id, index) => {
    const values = promptIds.map((promptId, place) => [
      orderFields[place]?.key ?? '',
      readValue(outputs.find((one) => one.document_manager === id && one.prompt_id === promptId)),
    ])
    return !isOrder(documentNumbers[index] ?? 0, Object.fromEntries(values))
  })
  return {
    name: 'studio runs',
    accepted: acceptedIds.size,
    right: rows.length - failedRows.length,
    lostItems: [
      ...lostIds.map((id) => `${id} is gone`),
      ...failedRows.map(({ id, state, error }) => `${id}: ${state} ${error}`),
      ...wrongDocuments.map((id) => `a value of the document ${id} is wrong`),
    ],
    doubledItems: rows.filter((row) => row.outputs > 1).map(({ id }) => `${id} has two values`),
  }
}

type Output = {
  readonly document_manager: string
  readonly prompt_id: string
  readonly output: string | number | null
}

const readValue = (output: Output | undefined) => {
  const value = output?.output
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
}
