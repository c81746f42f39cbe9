import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import * as deployments from '../../apps/server/src/testing/fields/deployment-round-trip.ts'
import { findLosses, type RoundTrip } from '../../apps/server/src/testing/fields/find-losses.ts'
import { profileRoundTrip } from '../../apps/server/src/testing/fields/profile-round-trip.ts'
import { projectRoundTrip } from '../../apps/server/src/testing/fields/project-round-trip.ts'
import { promptRoundTrip } from '../../apps/server/src/testing/fields/prompt-round-trip.ts'
import * as workflows from '../../apps/server/src/testing/fields/workflow-round-trip.ts'
import { startServer, type TestServer } from '../../apps/server/src/testing/start-server.ts'

type Mutant = { readonly site: string; readonly name: string }
type Mutants = { active?: Mutant | undefined; readonly reached: Map<string, Mutant> }
type Plan = (server: TestServer, folder: string) => readonly (() => Promise<RoundTrip>)[]

const plans: Readonly<Record<string, Plan>> = {
  project: (server) => [() => projectRoundTrip(server)],
  prompt: (server) => [() => promptRoundTrip(server), () => promptRoundTrip(server, 'NOTES')],
  profile: (server) => [() => profileRoundTrip(server)],
  workflow: (server) => [() => workflows.workflowRoundTrip(server)],
  endpoint: (server, folder) => [() => workflows.endpointRoundTrip(server, folder)],
  'tool-instance': (server) => [() => workflows.toolInstanceRoundTrip(server)],
  deployment: (server) => [() => deployments.deploymentRoundTrip(server)],
  pipeline: (server, folder) => [() => deployments.pipelineRoundTrip(server, folder)],
  notification: (server) => [() => deployments.notificationRoundTrip(server)],
  'review-rule': (server) => [() => deployments.reviewRuleRoundTrip(server)],
  app: (server) => [() => deployments.chatAppRoundTrip(server)],
}

/** Ends a round trip at the first loss. */
class FirstLoss extends Array<string> {
  override push(loss: string): number {
    throw new Error(loss)
  }
}

test('mutants', { timeout: 3_600_000 }, async () => {
  const noun = process.env.RECTO_MUTATED_NOUN ?? ''
  const plan = plans[noun]
  if (!plan) throw new Error(`There is no noun “${noun}”.`)
  const mutants = (globalThis as unknown as { readonly mutants: Mutants }).mutants
  const folder = await mkdtemp(join(tmpdir(), 'recto-mutants-'))
  for (const name of ['in', 'out']) await mkdir(join(folder, name))
  const server = await startServer({ env: { RECTO_CONNECTOR_FOLDERS: folder } })
  /** Each mutant has an organization of its own. */
  const run = async (organization: string) => {
    const ownServer: TestServer = {
      ...server,
      as: (role) => server.as(role, { organization, name: organization }),
    }
    for (const makeTrip of plan(ownServer, folder)) {
      await findLosses(await makeTrip(), new FirstLoss())
    }
  }
  // What ran while the modules were loaded cannot be left out any more: schemas, and tables of names.
  mutants.reached.clear()
  await run('original')
  const all = [...mutants.reached.values()]
  const missedMutants: Mutant[] = []
  for (const [index, mutant] of all.entries()) {
    mutants.active = mutant
    const isCaught = await run(`mutant${index}`).then(
      () => false,
      () => true,
    )
    mutants.active = undefined
    if (!isCaught) missedMutants.push(mutant)
  }
  await server.close()
  await rm(folder, { recursive: true, force: true })
  const lines = missedMutants.map(({ site, name }) => `  missed: ${name} at ${site}`)
  const report = [`${noun}: ${all.length - missedMutants.length} caught of ${all.length}`, ...lines]
  await writeFile(process.env.RECTO_MUTANT_REPORT ?? '', `${report.join('\n')}\n`)
  expect(all.length).toBeGreaterThan(0)
})
