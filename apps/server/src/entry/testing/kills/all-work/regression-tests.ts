import { studioOf } from '../../../../testing/studio.ts'
import { orderFile, orderOf } from '../../orders.ts'
import { type Judgement, keepOn, type Load, type LoadContext } from './load.ts'
import { wordingOf } from './studio-runs.ts'

const documentNumbers = [810_001, 810_002, 810_003, 810_004]
const question = 'What is the customer?'

type Project = { readonly toolId: string; readonly promptId: string; round: number }

/** A project for each document; their tests are started again and again with other wordings. */
export async function openRegressionTests(context: LoadContext): Promise<Load> {
  const { site, query } = context
  const projects: Project[] = []
  for (const number of documentNumbers) projects.push(await makeProject(context, number))
  const acceptedIds = new Set<string>()
  /** As they were last seen, because each project keeps only its last tests. */
  const testById = new Map<string, TestRow>()
  const look = async () => {
    for (const row of await readTests(context, projects)) testById.set(row.id, row)
  }
  const start = async (project: Project) => {
    const { toolId, promptId } = project
    const openTests = await query(
      `select 1 from verification where project_id = $1 and state in ('waiting', 'running')`,
      [toolId],
    )
    if (openTests.length > 0) return
    await look()
    project.round += 1
    const prompt = wordingOf(question, project.round)
    await site.admin.patch(`prompt-studio/prompt/${promptId}/`, { prompt })
    const { status, body } = await site.admin.post(`prompt-studio/${toolId}/verifications/`)
    if (status === 202) acceptedIds.add(body.id)
  }
  return {
    async run(signal) {
      await Promise.all(projects.map((project) => keepOn(signal, 500, () => start(project))))
    },
    async judge() {
      await look()
      return [judgeTests(testById, acceptedIds)]
    },
  }
}

async function makeProject(
  { site: { admin, model } }: LoadContext,
  number: number,
): Promise<Project> {
  const studio = studioOf(admin)
  const llm = await studio.cannedLlm(model)
  const file = { ...(await orderFile(number)), field: 'file' }
  const { tool_id, document_id } = await studio.runnable(file, { profile: { llm } })
  const { prompt_id } = await studio.prompt(tool_id, { prompt_key: 'customer', prompt: question })
  const { status } = await admin.put(`prompt-studio/${tool_id}/truths/`, {
    prompt_id,
    document_id,
    truth: orderOf(number).customer,
  })
  if (status >= 300) throw new Error(`There is no expected value: ${status}.`)
  return { toolId: tool_id, promptId: prompt_id, round: 0 }
}

type TestRow = {
  readonly id: string
  readonly state: string
  readonly error: string | null
  /** Number of results, and of those that are right. */
  readonly results: number
  readonly right: number
}

const readTests = ({ query }: LoadContext, projects: readonly Project[]) =>
  query<TestRow>(
    `select v.id, v.state, v.error, count(r.*)::integer as results,
       (count(*) filter (where r.is_right))::integer as right
     from verification v left join verification_result r on r.verification_id = v.id
     where v.project_id = any($1) group by v.id`,
    [projects.map(({ toolId }) => toolId)],
  )

function judgeTests(
  testById: ReadonlyMap<string, TestRow>,
  acceptedIds: ReadonlySet<string>,
): Judgement {
  const rows = [...testById.values()]
  const wrongRows = rows.filter(({ state, right }) => state !== 'done' || right === 0)
  const missingIds = [...acceptedIds].filter((id) => !testById.has(id))
  return {
    name: 'regression tests',
    accepted: acceptedIds.size,
    right: rows.length - wrongRows.length,
    lostItems: [
      ...missingIds.map((id) => `${id} is gone`),
      ...wrongRows.map(({ id, state, error, right }) => `${id}: ${state} ${error}, ${right} right`),
    ],
    doubledItems: rows
      .filter(({ results }) => results > 1)
      .map(({ id }) => `${id} has two results`),
  }
}
