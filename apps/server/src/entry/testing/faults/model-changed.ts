import type { Person } from '../../../testing/people.ts'
import { readFacts } from '../kills/judge.ts'
import { until } from '../kills/story.ts'
import { makeOrderTool } from '../order-deployment.ts'
import { asUsualModel, firstModel, modelsOf } from '../orders.ts'
import {
  makeDue,
  makeOrderPipelines,
  type PipelineRun,
  runsOf,
} from '../pipelines/order-pipelines.ts'
import type { WrittenRow } from '../pipelines/order-tables.ts'
import { openFromFolderToTable } from './alone.ts'
import type { Span } from './examine-payments.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { judgePipelines } from './judge-pipelines.ts'

const defaultDocumentCount = 1000
const patienceSeconds = 1800
const otherModel = 'canned-2'

/**
 * Everything is killed again and again while a pipeline runs, and in the middle its adapter gets another model. The run
 * keeps the model that it began with, so no row has values of two. Then the file history is cleared: the next run
 * asks the other model for everything.
 */
export async function changeModelUnderKills(plan: FaultPlan): Promise<FaultVerdict> {
  const { documents = defaultDocumentCount, times, print } = plan
  await using cleaning = new AsyncDisposableStack()
  const { source, table, installation } = await openFromFolderToTable(cleaning, documents)
  const admin = installation.person()
  const databaseUrl = await installation.databaseUrl()
  const name = 'changed'
  const toolId = await makeOrderTool(admin, { name, modelUrl: installation.modelDoor.url })
  const pipelineIds = await makeOrderPipelines(admin, { toolId, source, tables: [table] })
  const runs = () => runsOf(databaseUrl, pipelineIds)
  const untilEnded = (count: number) =>
    until(`${count} runs to end`, async () => countEnded(await runs()) === count, patienceSeconds)

  await makeDue(databaseUrl, pipelineIds)
  const spans: Span[] = []
  for (let turn = 0; turn < times; turn++) {
    const dueCount = Math.floor((documents * (turn + 1)) / (times + 1))
    await until(
      `${dueCount} files`,
      async () => countFiles(await runs()) >= dueCount,
      patienceSeconds,
    )
    // The kill follows at once: files that the old model has answered in part are continued after it.
    if (turn === Math.floor(times / 2)) await changeModel(admin, name)
    const from = Date.now()
    await installation.product().kill()
    await installation.startAgain()
    await installation.model.settled()
    spans.push({ from, to: Date.now() })
    print?.(`kill ${turn + 1}: ${countFiles(await runs())} of ${documents} files`)
  }
  await untilEnded(1)
  await clearAndRunAgain(admin, pipelineIds[0])
  await untilEnded(2)

  const endedRuns = await runs()
  const rowsByRun = Map.groupBy(await table.rows(), ({ executionId }) => executionId)
  const writtenRuns = endedRuns.map(({ id }, index) => ({
    name: `run ${index + 1}`,
    model: index === 0 ? firstModel : otherModel,
    rows: rowsByRun.get(id) ?? [],
  }))
  const verdict = judgePipelines({
    documents,
    spans,
    folder: source.folder,
    runs: endedRuns,
    written: writtenRuns.map(({ rows, ...run }) => ({ ...run, rows: rows.map(asUsualModel) })),
    facts: await readFacts(databaseUrl),
    log: installation.model.logged(),
    besides: { 'rows of two models': countMixed(writtenRuns.flatMap(({ rows }) => rows)) },
  })
  const violations = writtenRuns.flatMap(({ rows, ...run }) => findWrongModels(rows, run))
  return { ...verdict, broken: [...verdict.broken, ...violations] }
}

const countFiles = (runs: readonly PipelineRun[]) =>
  runs.reduce((sum, { successful, failed: failedFiles }) => sum + successful + failedFiles, 0)

const countEnded = (runs: readonly PipelineRun[]) =>
  runs.filter(({ status }) => !['PENDING', 'EXECUTING'].includes(status)).length

async function changeModel(admin: Person, toolName: string): Promise<void> {
  const { body: adapters } = await admin.get('adapter/?adapter_type=LLM')
  const { id } = adapters.find(({ adapter_name }: { adapter_name: string }) =>
    adapter_name.endsWith(` of ${toolName}`),
  )
  const { body: adapter } = await admin.get(`adapter/${id}/`)
  const adapter_metadata = { ...adapter.adapter_metadata, model: otherModel }
  const { status, body } = await admin.patch(`adapter/${id}/`, { adapter_metadata })
  if (status !== 200) throw new Error(`The model was not changed: ${JSON.stringify(body)}`)
}

async function clearAndRunAgain(admin: Person, pipelineId: string | undefined): Promise<void> {
  const { body: pipeline } = await admin.get(`pipeline/${pipelineId}/`)
  const clearReply = await admin.get(`workflow/${pipeline.workflow}/clear-file-marker/`)
  const start = await admin.post('pipeline/execute/', { pipeline_id: pipelineId })
  const refusedReply = [clearReply, start].find(({ status }) => status >= 300)
  if (refusedReply) throw new Error(`No second run: ${JSON.stringify(refusedReply.body)}`)
}

const countMixed = (rows: readonly WrittenRow[]) =>
  rows.filter((row) => modelsOf(row).length > 1).length

function findWrongModels(
  rows: readonly WrittenRow[],
  { name, model }: { readonly name: string; readonly model: string },
): string[] {
  return rows
    .map((row) => ({ path: row.path, models: modelsOf(row).join(' and ') }))
    .filter(({ models }) => models !== model)
    .map(({ path, models }) => `${path} in ${name} is answered by ${models}, not by ${model}`)
}
