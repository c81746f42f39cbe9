import { omitUndefined } from '@recto/omit-undefined'
import pg from 'pg'
import type { Person } from '../../../testing/people.ts'
import { studioOf } from '../../../testing/studio.ts'
import type { CannedModelProcess } from '../canned-model-process.ts'
import { orderFields, orderFile } from '../orders.ts'
import { openSharedInstallation } from '../shared-installation.ts'
import { adminWith, signIn } from '../start-product.ts'
import { type CallReport, examineCalls } from './examine-calls.ts'
import { type StoryPlan, startReadingModel, until } from './story.ts'

type StudioPlan = StoryPlan & {
  /** All prompts of a document in one call, with a second model that judges the answers. */
  readonly isSinglePass?: boolean
}

type StudioReport = {
  /** Runs. */
  readonly asked: number
  /** How many of them a worker had in hand when it was killed. */
  readonly inHand: number
  /** Values at the end, by document and key. */
  readonly values: readonly string[]
  readonly failed: number
  readonly calls: CallReport
}

const sampleOf = async (number: number) => ({ ...(await orderFile(number)), field: 'file' })

type Busy = { readonly pid: number; readonly runs: number }

/**
 * Two webs and two workers on one database. All prompts are run on all documents through one web; then a
 * worker is killed in the middle, twice, and the web that was asked with it. Nobody asks again.
 */
export async function killInStudio(plan: StudioPlan): Promise<StudioReport> {
  await using cleaning = new AsyncDisposableStack()
  const { folder, databaseUrl, start } = await openSharedInstallation(cleaning)
  const model = await startReadingModel(cleaning, { latencyMs: plan.latencyMs, folder })
  const web = start('web')
  const otherProcess = start('web')
  const workers = [start('worker'), start('worker')]
  const origin = await web.ready
  await Promise.all([otherProcess, ...workers].map(({ ready }) => ready))
  const cookies = await signIn(origin)
  const studio = studioOf(adminWith(cookies, origin))

  const llm = await studio.cannedLlm(model)
  const judge = { enable_challenge: true, challenge_llm: llm }
  const { tool_id, profile_id, document_id } = await studio.runnable(
    await sampleOf(1),
    omitUndefined({
      fields: plan.isSinglePass ? judge : undefined,
      profile: { llm },
    }),
  )
  const documentIds = [document_id]
  for (let number = 2; number <= plan.documents; number++) {
    documentIds.push(await studio.document(tool_id, await sampleOf(number)))
  }
  const promptIds: string[] = []
  for (const { key, prompt, type } of orderFields) {
    const createdPrompt = await studio.prompt(tool_id, {
      prompt_key: key,
      prompt,
      enforce_type: type,
    })
    promptIds.push(createdPrompt.prompt_id)
  }
  const questionCount = plan.isSinglePass
    ? await askForPasses(studio.person, tool_id, documentIds)
    : await askForAll(studio.person, tool_id, [promptIds, documentIds, [profile_id]])

  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  cleaning.defer(() => client.end())
  /** The pid of the worker that has most in hand. */
  const busiest = async () => {
    const { rows } = await client.query<Busy>(
      `select split_part(worker_id, ':', 2)::int as pid, count(*)::int as runs
       from studio_run where state = 'running' group by 1 order by 2 desc`,
    )
    return rows.find(({ pid }) => workers.some((one) => one.pid === pid))
  }
  const interruptions: number[] = []
  let inHand = 0
  /** Whether runs wait or are in hand: while a killed worker's successor starts, another may have done them all. */
  const isMore = async () => {
    const { rows } = await client.query(
      `select 1 from studio_run where state in ('waiting', 'running') limit 1`,
    )
    return rows.length > 0
  }
  for (let kill = 0; kill < plan.kills; kill++) {
    const initialCount = countReceived(model)
    let busy: Busy | undefined
    await until('a worker that has more in hand', async () => {
      busy = countReceived(model) < initialCount + 4 ? undefined : await busiest()
      return busy !== undefined || !(await isMore())
    })
    if (!busy) break
    const place = workers.findIndex(({ pid }) => pid === busy?.pid)
    workers[place]?.signal('SIGKILL')
    if (kill === 0) web.signal('SIGKILL')
    await workers[place]?.exited
    inHand += busy?.runs ?? 0
    await model.settled()
    interruptions.push(Date.now())
    workers[place] = start('worker')
    await workers[place].ready
  }

  const later = adminWith(cookies, await otherProcess.ready)
  const runs = async (): Promise<readonly { readonly state: string }[]> =>
    (await later.get(`prompt-studio/${tool_id}/runs/`)).body.runs
  await until('all runs to end', async () =>
    (await runs()).every(({ state }) => state === 'failed'),
  )
  const mode = `is_single_pass_extract=${plan.isSinglePass === true}`
  const path = `prompt-studio/prompt-output/?tool_id=${tool_id}&${mode}`
  const outputs = (await later.get(path)).body
  const { rows: storedCalls } = await client.query<{ callKey: string; keptAt: number }>(
    `select call_key as "callKey", extract(epoch from created_at) * 1000 as "keptAt" from model_call`,
  )
  return {
    asked: questionCount,
    inHand,
    values: outputs.flatMap(({ output }: { output: string | null }) => output ?? []),
    failed: (await runs()).length,
    calls: examineCalls(
      model.logged(),
      storedCalls.map(({ callKey, keptAt }) => ({ callKey, keptAt: Number(keptAt) })),
      interruptions,
    ),
  }
}

const countReceived = (model: CannedModelProcess): number =>
  model.logged().filter(({ event }) => event === 'received').length

type Ids = readonly string[]

/** Returns how many runs there are. */
async function askForAll(
  person: Person,
  toolId: string,
  [prompt_ids, document_ids, profile_ids]: readonly [Ids, Ids, Ids],
): Promise<number> {
  const runRequest = { prompt_ids, document_ids, profile_ids }
  return (await person.post(`prompt-studio/${toolId}/runs/`, runRequest)).body.runs.length
}

/** Sends the request like the client that waits for the event instead of the reply. */
async function askForPasses(person: Person, toolId: string, documentIds: Ids): Promise<number> {
  for (const document_id of documentIds) {
    const headers = { 'x-request-id': document_id }
    const path = `prompt-studio/single-pass-extraction/${toolId}`
    const { status, body } = await person.post(path, { document_id }, { headers })
    if (status !== 202) throw new Error(`It was refused: ${JSON.stringify(body)}`)
  }
  return documentIds.length
}
