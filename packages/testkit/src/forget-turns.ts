import { afterEach } from 'vitest'
import { forgetTurns } from './scripted-server.ts'

/** Set up for every test file: what a failed test has left in a script would be said to the next, or to its own second try. */
afterEach(({ task }) => {
  if (task.result?.state === 'fail') forgetTurns()
})
