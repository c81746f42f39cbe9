import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { expect, test } from 'vitest'
import { cpuSecondsOf } from './read-usage.ts'

/** Waits for a line, then has a child of its own use up 0.3 s of processor time, and says that it has ended. */
const parent = `
  const busy = 'while (process.cpuUsage().user < 300_000);'
  process.stdin.once('data', () => {
    require('node:child_process').spawnSync(process.execPath, ['-e', busy])
    console.log('ended')
  })
  console.log('ready')`

test('counts what a process has used that began and ended between two looks', async () => {
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    await once(child.stdout, 'data')
    const before = cpuSecondsOf([child.pid as number])
    child.stdin.write('go\n')
    await once(child.stdout, 'data')

    expect(cpuSecondsOf([child.pid as number]) - before).toBeGreaterThan(0.25)
  } finally {
    child.kill()
  }
})
