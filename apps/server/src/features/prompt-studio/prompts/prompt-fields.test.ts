import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLosses } from '../../../testing/fields/find-losses.ts'
import { promptRoundTrip } from '../../../testing/fields/prompt-round-trip.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('keeps every field of a prompt in replies, files, copies and tools', async () => {
  expect(await findLosses(await promptRoundTrip(server))).toEqual([])
})

test('keeps every field of a note in replies, files and copies', async () => {
  expect(await findLosses(await promptRoundTrip(server, 'NOTES'))).toEqual([])
})
