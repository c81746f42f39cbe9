import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLosses } from '../../../testing/fields/find-losses.ts'
import { profileRoundTrip } from '../../../testing/fields/profile-round-trip.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('keeps every field of a profile in replies, files, copies and tools', async () => {
  expect(await findLosses(await profileRoundTrip(server))).toEqual([])
})
