import { chatAppFields } from '@recto/contract/chat-apps/chat-app-fields'
import { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import { notificationFields } from '@recto/contract/pipelines/notification-fields'
import { pipelineFields } from '@recto/contract/pipelines/pipeline-fields'
import { profileFields } from '@recto/contract/prompt-studio/profile-fields'
import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import { promptFields, promptParts } from '@recto/contract/prompt-studio/prompt-fields'
import { reviewRuleFields } from '@recto/contract/review/review-rules'
import { type Fields, toSnakeCase } from '@recto/contract/wire/fields'
import { endpointFields, workflowFields } from '@recto/contract/workflows/workflow-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test.each<[string, Fields]>([
  ['project', projectFields],
  ['prompt', { ...promptFields, ...promptParts }],
  ['llm_profile', profileFields],
  ['workflow', workflowFields],
  ['workflow_endpoint', endpointFields],
  ['api_deployment', deploymentFields],
  ['pipeline', pipelineFields],
  ['notification', notificationFields],
  ['review_rule', reviewRuleFields],
  ['chat_app', chatAppFields],
])(
  'the columns of %s have no other defaults than the definitions of its fields',
  async (table, fields) => {
    const { rows } = await sql<{ name: string; usual: string | null }>`
    select column_name as name, column_default as usual from information_schema.columns
    where table_name = ${table}`.execute(server.ctx.db)
    const defaults = new Map(rows.map(({ name, usual }) => [name, usual]))
    for (const [name, field] of Object.entries(fields)) {
      if (field.isDerived) continue
      const column = toSnakeCase(name)
      expect([...defaults.keys()]).toContain(column)
      const expression = defaults.get(column)
      if (!expression || field.default === undefined) continue
      const result = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
        server.ctx.db,
      )
      expect({ name, value: result.rows[0]?.value }).toEqual({ name, value: field.default })
    }
  },
)
