import {
  type CannedModelServer,
  StoppedText,
  startCannedModelServer,
} from '@recto/testkit/canned-model-server'
import {
  type Carelessness,
  carelessListModel,
  compareList,
} from '@recto/testkit/careless-list-model'
import { bankStatement, type ListSample } from '@recto/testkit/list-samples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeployment, makeWorkflow } from '../testing/make-tool.ts'
import type { TestFile } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { type Studio, studioOf } from '../testing/studio.ts'

/** Tests lists from the page to the caller of a deployment, with a model that makes mistakes. */

const sample = bankStatement(150)
/** A list that needs more than ten pages. */
const long = bankStatement(500)
const fileOf = ({ pages, rows }: ListSample): TestFile => ({
  name: `statement-${rows.length}.txt`,
  content: pages.join('\n\f'),
})

/** Spreads the same rows over this many pages. */
function onPages({ pages, ...list }: ListSample, count: number): ListSample {
  const lines = pages.join('\n').split('\n')
  const ofPage = Math.ceil(lines.length / count)
  const spread = Array.from({ length: count }, (_, page) =>
    [`Page ${page + 1}`, ...lines.slice(page * ofPage, (page + 1) * ofPage)].join('\n'),
  )
  return { ...list, pages: spread }
}

let server: TestServer
let model: CannedModelServer
let ada: Studio
let cannedModelId: string

beforeAll(async () => {
  model = await startCannedModelServer({ reply: (call) => say(call.prompt) })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  cannedModelId = await ada.cannedLlm(model, 'Canned model')
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Body = Readonly<Record<string, unknown>>

let say: (prompt: string) => string | StoppedText = () => 'OK'

/** Makes the model read the sample in this way from now on. */
function readLike(sample: ListSample, care: Carelessness): void {
  const read = carelessListModel(sample, care)
  say = (prompt) => {
    const { text, stoppedBy } = read(prompt)
    return stoppedBy === 'end' ? text : new StoppedText(text, stoppedBy)
  }
}

async function listProject(sample: ListSample, fields: Body) {
  const project = await ada.runnable(fileOf(sample), { profile: { llm: cannedModelId } })
  const { prompt_id } = await ada.prompt(project.tool_id, {
    prompt_key: 'bookings',
    prompt: sample.prompt,
    profile_manager: project.profile_id,
    ...fields,
  })
  return { ...project, prompt_id: prompt_id as string }
}

async function runInStudio({
  tool_id,
  prompt_id,
  document_id,
}: Awaited<ReturnType<typeof listProject>>) {
  const { status, body } = await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, {
    id: prompt_id,
    document_id,
  })
  return { status, body, output: body[0] && JSON.parse(body[0].output) }
}

describe('in the studio', () => {
  test.each(['line-item', 'record'])(
    '[PS-242] a %s is read whole, with its places',
    async (enforce_type) => {
      const project = await listProject(sample, { enforce_type })
      readLike(sample, { seed: 3, drops: 0.04, doubles: 0.05, maxLetters: 3000 })

      const { status, body, output } = await runInStudio(project)

      expect(status).toBe(202)
      expect(compareList(sample, output)).toEqual({ recall: 1, precision: 1, missing: [] })
      expect(body[0].evidence_data).toHaveLength(150)
      expect(body[0].evidence_data[149].description).toMatchObject([{ page: expect.any(Number) }])
      expect(body[0].list_report).toMatchObject({ rows: 150, missing_count: 0, warnings: [] })
    },
  )

  test('completes a list of a document of 1,000 pages, with all rows but those that the report names', async () => {
    const longList = onPages(bankStatement(2000), 1000)
    const project = await listProject(longList, { enforce_type: 'line-item' })
    readLike(longList, { seed: 5, drops: 0.02, doubles: 0.02, blindTo: [1500] })
    const requestsBefore = model.requests.length

    const { status, body, output } = await runInStudio(project)

    expect(status).toBe(202)
    const { recall, missing: missingRows } = compareList(longList, output)
    expect(recall).toBeGreaterThanOrEqual(1999 / 2000)
    expect(body[0].list_report).toMatchObject({
      pages: [0, 999],
      missing_count: missingRows.length,
    })
    expect(model.requests.length - requestsBefore).toBeLessThan(200)
  })

  test('gives up with a reason on a model that never returns a list of a document of 1,000 pages', async () => {
    const longList = onPages(bankStatement(1000), 1000)
    const project = await listProject(longList, { enforce_type: 'line-item' })
    say = () => 'Of course. The list is long, see above.'
    const requestsBefore = model.requests.length

    const { status, body } = await runInStudio(project)

    expect([status, body.errors[0].detail]).toEqual([
      500,
      'The model did not return a list of rows for “bookings”: “Of course. The list is long, see above.”',
    ])
    expect(model.requests.length - requestsBefore).toBeLessThan(200)
  })

  test('[PS-008] names rows that a model never returns next to the value, also when it is read later', async () => {
    const project = await listProject(sample, { enforce_type: 'line-item' })
    readLike(sample, { seed: 3, blindTo: [7] })

    const { output } = await runInStudio(project)
    const { body } = await ada.person.get(`prompt-studio/prompt-output/?tool_id=${project.tool_id}`)

    expect(output).toHaveLength(149)
    const missingRow = sample.rows[7]?.lines[0]?.replace(/\s+/g, ' ')
    expect(body[0].list_report.missing).toEqual([{ page: 0, text: missingRow }])
    expect(body[0].list_report.warnings[0]).toContain(missingRow)
    type Entry = { readonly state: string; readonly message: string; readonly component: Body }
    const ways = async () => {
      const logs: Entry[] = (await ada.person.get('logs/')).body.data
      const own = logs.filter(({ component }) => component.tool_id === project.tool_id)
      return own.filter(({ state }) => state === 'TABLE_EXTRACTION').map(({ message }) => message)
    }
    await expect
      .poll(ways)
      .toEqual(
        expect.arrayContaining([
          'Reading “bookings” from part 1 of the document',
          'Reading the missing lines of “bookings”, attempt 1',
        ]),
      )
  })

  test('[PS-341][PS-342] reads headers and rows of a table from at most ten pages', async () => {
    const project = await listProject(long, { enforce_type: 'table' })
    readLike(long, { seed: 3 })

    const { body, output } = await runInStudio(project)

    expect(output.column_headers).toEqual(['date', 'description', 'amount', 'balance'])
    expect(output.rows).toHaveLength(body[0].list_report.rows)
    expect(body[0].list_report.pages).toEqual([0, 9])
    expect(body[0].list_report.warnings).toEqual(['Only the first 10 pages were read.'])
  })

  test('fails, naming the prompt, if a model returns no list, and is an empty object with a warning without JSON', async () => {
    const list = await listProject(sample, { enforce_type: 'line-item' })
    const json = await listProject(sample, { enforce_type: 'json', prompt_key: 'totals' })
    say = () => 'As an assistant I like lists.'

    const withoutList = await runInStudio(list)
    const withoutJson = await runInStudio(json)

    expect(withoutList.status).toBe(500)
    expect(withoutList.body.errors[0].detail).toBe(
      'The model did not return a list of rows for “bookings”: “As an assistant I like lists.”',
    )
    expect([withoutJson.status, withoutJson.output]).toEqual([202, {}])
  })

  test('an adapter without a model reads the rows by the layout, each cell with its evidence', async () => {
    const { LLM } = await ada.adapters()
    const project = await listProject(sample, { enforce_type: 'line-item' })
    await ada.person.patch(`prompt-studio/profile-manager/${project.profile_id}/`, { llm: LLM })

    const { body, output } = await runInStudio(project)

    expect(output).toHaveLength(sample.rows.length)
    expect(Object.values(body[0].evidence_data[0])[0]).toMatchObject([{ page: 0 }])
  })
})

describe('of a deployment', () => {
  async function deploy(name: string, fields: Body, table?: Body) {
    const project = await listProject(sample, { required: 'all', ...fields })
    const { tool_id, prompt_id } = project
    if (table)
      await ada.person.post('prompt-studio/prompt/table/', { tool_id, prompt_id, ...table })
    await ada.person.post(`prompt-studio/export/${tool_id}`, {
      is_shared_with_org: true,
      user_id: [],
      force_export: true,
    })
    const registry = await ada.person.get(`prompt-studio/registry/?custom_tool=${tool_id}`)
    const tool = registry.body[0]
    const workflow = await makeWorkflow(ada.person, name, tool.prompt_registry_id)
    return { tool, ...(await makeDeployment(ada.person, name, workflow)) }
  }

  const call = (
    { path, key }: { path: string; key: string },
    fields: Record<string, string> = {},
  ) =>
    server.anonymous.upload(
      path,
      { files: [{ ...fileOf(sample), field: 'files' }], fields: { timeout: '120', ...fields } },
      { headers: { authorization: `Bearer ${key}` } },
    )

  test('returns all rows with their metrics and required fields', async () => {
    const deployment = await deploy('whole_list', { enforce_type: 'line-item' })
    readLike(sample, { seed: 9, drops: 0.03, doubles: 0.03, maxLetters: 3000 })

    const { body } = await call(deployment, { include_metadata: 'true', include_metrics: 'true' })

    const [item] = body.message.result
    expect(compareList(sample, item.result.output.bookings).recall).toBe(1)
    expect(item.result.metadata.required_fields).toEqual({ bookings: 'all' })
    expect(item.result.metadata.list_reports.bookings).toMatchObject({ rows: 150, warnings: [] })
    expect(item.result.metrics.bookings).toEqual({
      line_item_extraction: { 'time_taken(s)': expect.any(Number) },
    })
    expect(item.metadata).not.toHaveProperty('warnings')
  })

  test('reports missing rows to every caller, even without metadata', async () => {
    const deployment = await deploy('gap_list', { enforce_type: 'record' })
    readLike(sample, { seed: 9, blindTo: [1, 2] })

    const { body } = await call(deployment)

    const [item] = body.message.result
    expect(item.result.output.bookings).toHaveLength(148)
    expect(item.metadata.warnings).toEqual([
      expect.stringMatching(/^“bookings”: 2 lines of the document look like rows of the list/),
    ])
  })

  test('[PS-332] exports the table settings with the tool, which has no page limit', async () => {
    const headers = ['date', 'amount']
    const deployment = await deploy(
      'table_list',
      { enforce_type: 'table' },
      { headers, start_page: 2, end_page: 3, compress_double_space: true },
    )
    expect(deployment.tool.tool_metadata.outputs[0].table_settings).toMatchObject({
      headers,
      start_page: 2,
      document_type: 'default',
    })
    readLike(sample, { seed: 9 })

    const { body } = await call(deployment, { include_metadata: 'true', include_metrics: 'true' })

    const [{ result }] = body.message.result
    expect(result.output.bookings.column_headers.slice(0, 2)).toEqual(headers)
    expect(result.metadata.list_reports.bookings.pages).toEqual([1, 2])
    expect(Object.keys(result.metrics.bookings)).toEqual(['table_extraction'])
  })
})
