import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { expect, test } from 'vitest'
import { cpuSecondsOf } from './read-usage.ts'

/** A program that waits for a line, runs a child that uses 0.3 s of processor time, and prints when it ended. */
const parent = `
  const busy = 'while (process.cpuUsage().user < 300_000);'
  process.stdin.once('data', () => {
    require('node:child_process').spawnSync(process.execPath, ['-e', busy])
    console.log('ended')
  })
  console.log('ready')`

test('counts a process that started and ended between two readings', async () => {
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    await once(child.stdout, 'data')
    const secondsBefore = cpuSecondsOf([child.pid as number])
    child.stdin.write('go\n')
    await once(child.stdout, 'data')

    expect(cpuSecondsOf([child.pid as number]) - secondsBefore).toBeGreaterThan(0.25)
  } finally {
    child.kill()
  }
})
