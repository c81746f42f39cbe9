import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReviewQueue } from '../../testing/make-review-queue.ts'
import { makeTool, type TestTool } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let tool: TestTool
let batches = 0

beforeAll(async () => {
  server = await startServer({ worker: true })
  tool = await makeTool(server.as('admin'), {
    name: 'Notes',
    fields: [{ key: 'total', prompt: 'What is the total?', type: 'number' }],
    sample: { name: 'note.txt', content: 'Total 1.50\n' },
  })
})
afterAll(() => server?.close())

/** Runs a batch of files, of which a share goes to review, and returns how many do. */
async function countCaught(count: number, rule: object): Promise<number> {
  const name = `batch-${++batches}`
  const { toolId } = tool
  const { flow, send } = await makeReviewQueue(server, { toolId, name, rule: { ...rule } })
  await send(Array.from({ length: count }, (_, n) => `Total ${n + 1}.25\n`))
  const read = async () => {
    const { rows } = await sql<{ open: number; caught: number }>`
      select count(*) filter (where status in ('PENDING', 'EXECUTING') and not is_in_review)::integer as open,
        count(*) filter (where is_in_review)::integer as caught
      from file_execution where workflow_id = ${flow}`.execute(server.ctx.db)
    return rows[0] as { readonly open: number; readonly caught: number }
  }
  await expect.poll(async () => (await read()).open).toBe(0)
  return (await read()).caught
}

const aboveTwo = {
  combinator: 'and',
  rules: [{ field: 'value:total', operator: 'greater', value: '2' }],
}

test.each([
  [8, { percentage: 1 }, 1],
  [1, { percentage: 5 }, 1],
  [8, { percentage: 30 }, 2],
  [8, { percentage: 100 }, 8],
  [4, { percentage: 0 }, 0],
  // One of the files is not above two.
  [4, { percentage: 1, rule_logic: 'OR', rule_json: aboveTwo }, expect.toBeOneOf([3, 4])],
  [4, { percentage: 1, rule_logic: 'AND', rule_json: aboveTwo }, expect.toBeOneOf([0, 1])],
])(
  'of a batch of %i files, %j sends a share to review, and of a share at least one [RV-104]',
  async (count, rule, expectedCount) => {
    expect(await countCaught(count, rule)).toEqual(expectedCount)
  },
)

test('a rule without a sentence is described in one [RV-079]', async () => {
  const { toolId } = tool
  const rule = { percentage: 5, rule_logic: 'AND', rule_json: aboveTwo }
  const { flow } = await makeReviewQueue(server, { toolId, name: 'described', rule })
  const sue = server.as('supervisor')
  const read = async () =>
    (await sue.get(`manual_review/db_rules/workflow/${flow}/`)).body.data as { readonly id: string }
  expect(await read()).toMatchObject({ ...rule, rule_string: 'total is greater than “2”' })

  const { id } = await read()
  const changes = { ...rule, workflow: flow, rule_string: 'more than two' }
  await sue.patch(`manual_review/db_rules/${id}/`, changes)
  expect(await read()).toMatchObject({ rule_string: 'more than two' })
})
