import { quantile, table, worstOf } from '../figures.ts'
import { openInstallation } from '../installation.ts'
import type { Part } from '../part.ts'
import { watchHealth } from '../watch-health.ts'
import { type Attack, type AttackStage, attacks } from './attacks.ts'
import { startHostileServers } from './hostile-servers.ts'

type AttackRow = {
  readonly name: string
  readonly times: number
  /** Duration of each attempt. */
  readonly seconds: number
  readonly healthP50Milliseconds: number
  readonly healthWorstMilliseconds: number
  readonly says: string
  readonly isRight: boolean
}

/** Measures `/health` while hostile requests and replies arrive, and checks what their senders receive. */
export const measureHardening: Part = async ({ isQuick, print }) => {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const servers = await startHostileServers(cleaning)
  const stage = { installation, servers, isQuick }
  const rows: AttackRow[] = []
  for (const attack of attacks) {
    print(`${attack.name} …`)
    rows.push(await measureAttack(stage, attack))
  }
  return {
    figures: rows,
    tables: [present(rows)],
    complaints: rows.filter(({ isRight }) => !isRight).map(({ name, says }) => `${name}: ${says}`),
  }
}

async function measureAttack(
  stage: AttackStage,
  { name, expectedReply, run }: Attack,
): Promise<AttackRow> {
  const health = watchHealth(stage.installation.origin)
  const start = performance.now()
  const until = start + (stage.isQuick ? 1000 : 5000)
  const ends: string[] = []
  // The attack is repeated, so that enough health checks run at the same time.
  while (ends.length === 0 || performance.now() < until) {
    ends.push(await run(stage).catch((error) => `failed: ${error}`))
  }
  const says = ends.find((one) => !expectedReply.test(one)) ?? ends[0] ?? ''
  const seconds = (performance.now() - start) / 1000
  const milliseconds = await health.stop()
  return {
    name,
    times: ends.length,
    seconds: seconds / ends.length,
    healthP50Milliseconds: quantile(milliseconds, 0.5),
    healthWorstMilliseconds: worstOf(milliseconds),
    says: says.slice(0, 300),
    isRight: expectedReply.test(says),
  }
}

function present(rows: readonly AttackRow[]): string {
  const titles = [
    'hostile requests',
    'times',
    'seconds each',
    '/health p50 ms',
    'worst ms',
    'wanted',
    'the sender gets',
  ]
  const lines = rows.map((row) => [
    row.name,
    String(row.times),
    row.seconds.toFixed(1),
    row.healthP50Milliseconds.toFixed(1),
    row.healthWorstMilliseconds.toFixed(0),
    '< 150',
    row.says.slice(0, 100),
  ])
  return table([titles, ...lines])
}
