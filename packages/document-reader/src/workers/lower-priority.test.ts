import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { lowerPriority, stepsOfProcess } from './lower-priority.ts'

const program = `
  const { readFile } = require('node:fs')
  readFile(process.execPath + '.none', () => process.stdout.write('ready'))
  setInterval(() => {}, 1000)
`

test.skipIf(process.platform !== 'linux')(
  'a process gives way to the server with every thread, and as the leader of its session',
  async () => {
    const child = spawn(process.execPath, ['-e', program], { detached: true })
    const pid = child.pid!
    try {
      await once(child.stdout, 'data')

      lowerPriority(pid)

      const threads = readdirSync(`/proc/${pid}/task`).map(Number)
      expect(threads.length).toBeGreaterThan(4)
      expect([...new Set(threads.map((thread) => getPriority(thread)))]).toEqual([stepsOfProcess])
      const session = `/proc/${pid}/autogroup`
      if (existsSync(session))
        expect(readFileSync(session, 'utf8')).toMatch(` nice ${stepsOfProcess}\n`)
    } finally {
      process.kill(-pid, 'SIGKILL')
      await once(child, 'exit')
    }
  },
)
