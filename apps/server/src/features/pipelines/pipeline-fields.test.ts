import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipelineRoundTrip } from '../../testing/fields/deployment-round-trip.ts'
import { findLosses } from '../../testing/fields/find-losses.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-inbox-'))
  await mkdir(join(folder, 'in'))
  await mkdir(join(folder, 'out'))
  server = await startServer({ env: { RECTO_CONNECTOR_FOLDERS: folder } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('keeps every field of a pipeline in replies, lists and the audit log', async () => {
  expect(await findLosses(await pipelineRoundTrip(server, folder))).toEqual([])
})
