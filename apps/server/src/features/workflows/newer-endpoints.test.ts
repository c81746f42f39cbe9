import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeConnector } from '../../testing/make-pipeline.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

/** An installation that is set up for browser clients that read whole connectors. */

let server: TestServer
let ada: Person

beforeAll(async () => {
  server = await startServer({ env: { RECTO_CONNECTOR_INSTANCE: 'object' } })
  ada = server.as('admin')
})
afterAll(() => server?.close())

test('an end shows its whole connector to owners, its name to others, and takes it back', async () => {
  const settings = { endpoint_url: 'http://127.0.0.1:9', region_name: 'eu', key: 'AK', secret: 's' }
  const bucket = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
  const id = await makeConnector(ada, 'Scans', bucket, settings)
  const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Payables' })
  const { body: ends } = await ada.get(`workflow/${workflow.id}/endpoint/`)
  const path = `workflow/endpoint/${ends[0].id}/`
  expect(ends[0].connector_instance).toBeNull()
  await ada.patch(path, { connection_type: 'FILESYSTEM', connector_instance_id: id })

  const { body: end } = await ada.get(path)
  const { body: foreignEnd } = await server.as('user').get(path)
  const putBack = await ada.put(path, end)
  const clearReply = await ada.put(path, { ...end, connector_instance: null })

  expect(end.connector_instance).toMatchObject({
    id,
    connector_name: 'Scans',
    connector_metadata: { key: 'AK', secret: `sealed:${id}:secret` },
  })
  expect(foreignEnd.connector_instance).toMatchObject({ id, connector_metadata: {} })
  expect(putBack).toMatchObject({ status: 200, body: { connector_instance: { id } } })
  expect(clearReply.body.connector_instance).toBeNull()
})
