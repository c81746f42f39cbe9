import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewRuleRoundTrip } from '../../testing/fields/deployment-round-trip.ts'
import { findLosses } from '../../testing/fields/find-losses.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('keeps every field of a review rule in replies, lists and the audit log', async () => {
  expect(await findLosses(await reviewRuleRoundTrip(server))).toEqual([])
})
