/** `npm run dev`: runs the server, which restarts when its code changes, and the pages with hot reload. */
import { spawn } from 'node:child_process'
import process from 'node:process'

const children = [
  spawn('node', ['--watch', 'apps/server/src/entry/start.ts'], { stdio: 'inherit' }),
  spawn('vite', ['apps/web'], { stdio: 'inherit' }),
]

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
