import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLosses } from '../../testing/fields/find-losses.ts'
import {
  endpointRoundTrip,
  toolInstanceRoundTrip,
  workflowRoundTrip,
} from '../../testing/fields/workflow-round-trip.ts'
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

test('keeps every field of a workflow in replies, lists and the audit log', async () => {
  expect(await findLosses(await workflowRoundTrip(server))).toEqual([])
})

test('keeps every field of an endpoint in replies, the live version and the audit log', async () => {
  expect(await findLosses(await endpointRoundTrip(server, folder))).toEqual([])
})

test('keeps the settings of a tool instance in replies, the live version and the audit log', async () => {
  expect(await findLosses(await toolInstanceRoundTrip(server))).toEqual([])
})
