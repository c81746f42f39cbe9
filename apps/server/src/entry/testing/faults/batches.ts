import { setTimeout as sleep } from 'node:timers/promises'
import {
  batchHeader,
  type CannedBatchServer,
  startCannedBatchServer,
} from '@recto/testkit/canned-batch-server'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import pg from 'pg'
import { makeFlow } from '../../../testing/make-pipeline.ts'
import { makeTool } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { until } from '../kills/story.ts'
import { orderFields, orderFile, reply } from '../orders.ts'
import { openOrderFolder } from '../pipelines/order-source.ts'
import { openAlone, type SingleInstallation } from './alone.ts'
import { examinePayments } from './examine-payments.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'

const defaultDocumentCount = 1000
const patienceSeconds = 1800
const openai = 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17'
const dollarsPerMillion = 100

/**
 * A pipeline that is cheaper, within 24 hours, while everything is killed: when a batch is being sent, before it was taken
 * and afterwards, while it is answered, and while its replies are stored.
 */
export async function killWithBatches(plan: FaultPlan): Promise<FaultVerdict> {
  const { documents = defaultDocumentCount } = plan
  await using cleaning = new AsyncDisposableStack()
  const source = await openOrderFolder(cleaning, documents)
  const model = await startCannedModelServer({ reply })
  cleaning.defer(() => model.close())
  const service = await startCannedBatchServer(model)
  cleaning.defer(() => service.close())
  const installation = await openAlone(cleaning, {
    env: {
      RECTO_CONNECTOR_FOLDERS: source.path,
      RECTO_BATCH_GATHER_SECONDS: '3',
      RECTO_BATCH_POLL_SECONDS: '1',
    },
  })
  const admin = installation.person()
  const executionId = await startRun(admin, { url: service.url, source })
  const spans = await killAtEachStep({ plan, installation, service, admin, executionId })
  await until('the run to end', () => hasEnded(admin, executionId), patienceSeconds)
  return await judge({ plan, documents, model, service, spans, installation, executionId })
}

type OrderRun = {
  readonly url: string
  readonly source: Awaited<ReturnType<typeof openOrderFolder>>
}

async function startRun(admin: Person, { url, source }: OrderRun): Promise<string> {
  const { body: adapter } = await admin.post('adapter/', {
    adapter_id: openai,
    adapter_name: 'Batches',
    adapter_type: 'LLM',
    adapter_metadata: {
      adapter_name: 'Batches',
      api_base: `${url}/v1`,
      api_key: 'sesame',
      model: 'canned',
      input_price: dollarsPerMillion,
      output_price: 0,
    },
  })
  const sample = { ...(await orderFile(0)), field: 'file' }
  const { toolId } = await makeTool(admin, {
    name: 'Batches',
    fields: orderFields,
    sample,
    llmId: adapter.id,
  })
  const connectorId = await source.connect(admin)
  const end = { connection_type: 'FILESYSTEM', connector_instance: connectorId }
  const workflow = await makeFlow(admin, 'Batches', {
    toolId,
    source: { ...end, configuration: { folders: [source.folder], maxFiles: 100_000 } },
    destination: { ...end, configuration: { outputFolder: 'out' } },
  })
  const { body: pipeline } = await admin.post('pipeline/', {
    pipeline_name: 'Batches',
    workflow,
    pipeline_type: 'TASK',
    cheaper_within_24_hours: true,
  })
  const { status, body } = await admin.post('pipeline/execute/', { pipeline_id: pipeline.id })
  if (status !== 200) throw new Error(`The pipeline did not start: ${JSON.stringify(body)}`)
  return body.execution.execution_id
}

type Kills = {
  readonly plan: FaultPlan
  readonly installation: SingleInstallation
  readonly service: CannedBatchServer
  readonly admin: Person
  readonly executionId: string
}

/** Requests to the service at which everything dies first, before any batch is answered, and a moment between them. */
const momentsOfSending = [
  'POST /v1/files',
  'taken',
  'GET /v1/batches/',
  'between',
  'GET /v1/batches/',
  'between',
]
/** Moments at which everything dies once batches are answered: replies are fetched, and they are stored. */
const momentsOfAnswers = ['/content', 'between']
const maxMomentSeconds = 60
/** Time after which replies that have arrived are being stored. */
const storingMilliseconds = 50

const getMoment = (turn: number): string =>
  momentsOfSending[turn] ?? momentsOfAnswers[turn % momentsOfAnswers.length] ?? 'between'

async function killAtEachStep({ plan, installation, service, admin, executionId }: Kills) {
  const spans: { readonly from: number; readonly to: number }[] = []
  service.store.maxAnswered = 0
  for (let turn = 0; turn < plan.times; turn++) {
    const moment = getMoment(turn)
    const isOfAnswer = turn >= momentsOfSending.length
    const requestPromise = service.until((request) =>
      moment === 'between' && !isOfAnswer
        ? true
        : request.includes(isOfAnswer ? '/content' : moment),
    )
    if (isOfAnswer) service.store.maxAnswered += 1
    await Promise.race([
      requestPromise,
      sleep(maxMomentSeconds * 1000, undefined, { ref: false }),
      until('the run to end', () => hasEnded(admin, executionId), patienceSeconds),
    ])
    if (moment === 'between') await sleep(isOfAnswer ? storingMilliseconds : plan.seconds * 1000)
    if (await hasEnded(admin, executionId)) break
    const from = Date.now()
    await installation.product().kill()
    await installation.startAgain()
    spans.push({ from, to: Date.now() })
    plan.print?.(`kill ${turn + 1} (${moment}): ${service.store.batches.length} batches`)
  }
  service.store.maxAnswered = Number.POSITIVE_INFINITY
  return spans
}

async function hasEnded(admin: Person, executionId: string): Promise<boolean> {
  const reply = await admin.get(`execution/${executionId}/`).catch(() => undefined)
  return ['COMPLETED', 'ERROR', 'STOPPED'].includes(reply?.body?.status)
}

type Outcome = Pick<Kills, 'plan' | 'installation' | 'service' | 'executionId'> & {
  readonly documents: number
  readonly model: CannedModelServer
  readonly spans: readonly { readonly from: number; readonly to: number }[]
}

async function judge(outcome: Outcome): Promise<FaultVerdict> {
  const { documents, model, service, spans, installation, executionId } = outcome
  const facts = await readFacts(await installation.databaseUrl(), executionId)
  const lines = service.store.batches.flatMap((batch) => batch.lines.map(({ body }) => body))
  const prompts = lines.map((body) => JSON.stringify(body))
  const singleCount = model.requests.filter(({ headers }) => !(batchHeader in headers)).length
  const calls = documents * orderFields.length
  const halfPrice = (facts.input * dollarsPerMillion) / 1e6 / 2
  const right = new Set(facts.outputs.filter((output) => output !== null))
  const violations = [
    facts.completed === documents ? undefined : `${facts.completed} of ${documents} files ended`,
    right.size === documents ? undefined : `${right.size} of ${documents} results`,
    facts.calls === calls ? undefined : `${facts.calls} calls were counted, not ${calls}`,
    prompts.length === new Set(prompts).size ? undefined : 'a call was sent in two batches',
    prompts.length === calls ? undefined : `${prompts.length} lines were sent, not ${calls}`,
    singleCount === 0 ? undefined : `${singleCount} calls were made singly`,
    Math.abs(facts.dollars - halfPrice) < 1e-6 ? undefined : 'the cost is not half',
  ]
  return {
    faults: spans.length,
    accepted: documents,
    lost: [],
    doubled: [],
    failedInWords: 0,
    payments: examinePayments({ log: [], kept: [], spans: [], spoiled: [] }),
    ends: { answered: 0, deferred: 0, failed: 0, refused: 0, unreachable: 0, cut: 0 },
    worstSeconds: facts.seconds,
    p95Seconds: 0,
    backSeconds: [],
    besides: { batches: service.store.batches.length, lines: prompts.length },
    broken: violations.filter((one) => one !== undefined),
  }
}

async function readFacts(databaseUrl: string, executionId: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const usage = await client.query(
      `select count(*)::int as calls, sum(cost_in_dollars)::float8 as dollars,
         sum(prompt_tokens)::int as input from usage_record where execution_id = $1`,
      [executionId],
    )
    const files = await client.query(
      `select status, (result->'output')::text as output from file_execution where execution_id = $1`,
      [executionId],
    )
    const run = await client.query(
      `select extract(epoch from finished_at - started_at)::float8 as seconds
       from execution where id = $1`,
      [executionId],
    )
    const rows = files.rows as readonly {
      readonly status: string
      readonly output: string | null
    }[]
    return {
      ...(usage.rows[0] as { calls: number; dollars: number; input: number }),
      completed: rows.filter(({ status }) => status === 'COMPLETED').length,
      outputs: rows.map(({ output }) => output),
      seconds: Number(run.rows[0].seconds),
    }
  } finally {
    await client.end()
  }
}
