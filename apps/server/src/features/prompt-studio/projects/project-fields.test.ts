import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLosses } from '../../../testing/fields/find-losses.ts'
import { projectRoundTrip } from '../../../testing/fields/project-round-trip.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('keeps every field of a project in replies, files, copies, tools and the audit log', async () => {
  expect(await findLosses(await projectRoundTrip(server))).toEqual([])
})
