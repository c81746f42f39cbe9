import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let sue: Person
let flow: string
let project: string
let deployment: TestDeployment

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
  sue = server.as('supervisor')
  const fields = [
    { key: 'total', prompt: 'What is the total?', type: 'number' },
    { key: 'iban', prompt: 'What is the IBAN?' },
  ]
  const sample = { name: 'note.txt', content: 'Total 1.50\n' }
  const tool = await makeTool(ada, { name: 'Notes', fields, sample })
  project = tool.projectId
  // Otherwise the layout would soon answer the approved fields.
  await ada.put(`prompt-studio/${project}/layouts/`, { is_on: false, least_documents: 5 })
  flow = await makeWorkflow(ada, 'By call', tool.toolId)
  deployment = await makeDeployment(ada, 'notes', flow)
})
afterAll(() => server?.close())

const note = (total: number): TestFile => ({
  name: `note-${total}.txt`,
  content: Buffer.from(`Total ${total}.00\n`),
  field: 'files',
  type: 'text/plain',
})

/** The results of the notes in order; that of one that people look at is empty. */
async function push(totals: readonly number[]) {
  const fields = { timeout: '60', include_metadata: 'true' }
  const { body } = await server.anonymous.upload(
    deployment.path,
    { files: totals.map(note), fields },
    { headers: { authorization: `Bearer ${deployment.key}` } },
  )
  const results = new Map(
    body.message.result.map(({ file, result }: Record<string, unknown>) => [file, result]),
  )
  return totals.map((total) => results.get(`note-${total}.txt`) as ReturnType<typeof JSON.parse>)
}

/** Approves the file that is next, with what people have made of its values. */
async function settle(changes: object = {}) {
  const classQuery = { class_name: flow }
  const { body } = await sue.get(`manual_review/next_api/?class_name=${flow}&type=simple_review`)
  const updated_data = { ...body.data.result.output, ...changes }
  await sue.post('manual_review/finish_review_api/', {
    ...classQuery,
    type: 'simple_review',
    updated_data,
  })
  await sue.get(`manual_review/next_api/?class_name=${flow}&type=simple_approve`)
  const approvedReply = await sue.post('manual_review/finish_review_api/', {
    ...classQuery,
    type: 'simple_approve',
    updated_data,
  })
  expect(approvedReply.status).toBe(200)
  return body.data
}

let rule: string
const turn = (wrong_per_thousand: unknown) => {
  const body = { workflow: flow, wrong_per_thousand }
  return rule
    ? sue.patch(`manual_review/db_rules/${rule}/`, body)
    : sue.post('manual_review/db_rules/', body)
}
const dial = async (person = sue) => (await person.get(`manual_review/dial/${flow}/`)).body
const stopAt = async (wrong: number) =>
  (await dial()).stops.find((stop: Record<string, unknown>) => stop.wrong_per_thousand === wrong)

test('a dial that is none is refused, another organization sees nothing, and who does not know of it leaves it', async () => {
  for (const wrong of [0, 501, 2.5, 'ten']) {
    const { status, body } = await turn(wrong)
    expect([status, body.errors[0].attr]).toEqual([400, 'wrong_per_thousand'])
  }
  const stranger = server.as('admin', { organization: 'elsewhere' })
  expect((await stranger.get(`manual_review/dial/${flow}/`)).status).toBe(404)
  expect((await server.as('reviewer').get(`manual_review/dial/${flow}/`)).status).toBe(403)

  const createdReply = await turn(20)
  expect([createdReply.status, createdReply.body.wrong_per_thousand]).toEqual([201, 20])
  rule = createdReply.body.id
  const older = await sue.patch(`manual_review/db_rules/${rule}/`, {
    workflow: flow,
    percentage: 0,
  })
  expect(older.body.wrong_per_thousand).toBe(20)
  expect((await turn(null)).body.wrong_per_thousand).toBeNull()
})

test('while there are too few truths everything is looked at; what reviews approve lets the next ones pass', async () => {
  await turn(500)
  expect(await dial()).toMatchObject({ truths: 0, files: 0, seconds_a_file: null })
  const initialDial = await stopAt(500)
  expect(initialDial).toMatchObject({
    is_promised: false,
    share_of_files: null,
    share_of_values: 0,
  })
  expect((await stopAt(10)).fewest_truths).toBe(408)

  const numbers = [11, 12, 13, 14, 15, 16, 17, 18]
  expect(await push(numbers)).toEqual(numbers.map(() => ''))
  for (const n of numbers) {
    const item = await settle()
    expect(item).toMatchObject({ reason: 'confidence', result: { output: { iban: null } } })
    expect(numbers, String(n)).toContain(item.result.output.total)
  }

  // Eight totals and eight times that a note has no IBAN, all of them right.
  expect(await stopAt(500)).toMatchObject({
    is_promised: true,
    share_of_files: 1,
    share_of_values: 1,
  })
  expect(await stopAt(10)).toMatchObject({ is_promised: false, share_of_files: 0 })
  const dialState = await dial()
  expect(dialState).toMatchObject({ truths: 16, files: 8 })
  expect(dialState.seconds_a_file).toBeGreaterThan(0)

  const [passedItem] = await push([21])
  expect(passedItem.output).toEqual({ total: 21, iban: null })

  // The trial says the same of what came, by the dial that is sent and not yet saved.
  const tryTarget = async (wrong_per_thousand: number) =>
    (await sue.post('manual_review/db_rules/try/', { workflow: flow, wrong_per_thousand })).body
  expect((await tryTarget(500)).caught).toBe(0)
  const strict = await tryTarget(10)
  expect(strict.caught).toBe(strict.tested)
  expect(strict.files[0].reason).toBe('confidence')

  await turn(10)
  expect(await push([22])).toEqual([''])
  await settle()
})

test('corrections take the promise back, and more of them are told in the metadata of the next runs', async () => {
  const numbers = Array.from({ length: 42 }, (_, n) => 100 + n)
  await push(numbers.slice(0, 21))
  await push(numbers.slice(21))
  for (const n of numbers) await settle(n % 2 ? { total: 1 } : {})
  expect(await stopAt(200)).toMatchObject({ is_promised: true })
  expect((await stopAt(200)).share_of_values).toBeLessThan(0.7)

  await turn(null)
  const [{ metadata }] = await push([31])
  const { raw_confidence, low, high, truths } = metadata.calibration.total
  expect(truths).toBe(51)
  expect(metadata.confidence.total).toBeLessThan(raw_confidence)
  expect(low).toBeLessThanOrEqual(metadata.confidence.total)
  expect(high).toBeGreaterThanOrEqual(metadata.confidence.total)
  // What the note does not say has no confidence.
  expect(metadata.confidence.iban).toBeNull()
  expect(metadata.calibration.iban).toBeUndefined()
})
