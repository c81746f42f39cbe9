import { expect, test } from 'vitest'
import { FileStoreUnavailableError } from '../files/file-store-unavailable.ts'
import { openLog } from './log.ts'

function openTestLog() {
  const lines: Record<string, unknown>[] = []
  const log = openLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

const diskFullError = (message = 'ENOSPC: no space left on device, write') =>
  Object.assign(new Error(message), { code: 'ENOSPC' })

test('a full disk is one line without a stack, however many calls fail', () => {
  const { log, lines } = openTestLog()
  for (let call = 0; call < 1000; call++) {
    log.error({ err: diskFullError(), requestId: String(call) }, 'the disk is full')
  }

  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'the disk is full',
      reason: 'ENOSPC: no space left on device, write',
      code: 'ENOSPC',
      requestId: '0',
      unloggedLines: 0,
    }),
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
})

test('each kind of work that fails is named, also where only the text says why, and in loggers made from this one', () => {
  const { log, lines } = openTestLog()
  const cause = diskFullError()
  for (let attempt = 0; attempt < 3; attempt++) {
    log.error({ err: new Error('The file could not be stored.', { cause }) }, 'a file failed')
    log.child({ part: 'worker' }).warn({ err: cause }, 'a run failed')
    log.warn({ reason: 'could not extend file: No space left on device' }, 'a job waits')
    log.error({ stack: 'at write' }, 'ENOSPC: no space left on device')
    log.warn({ err: new FileStoreUnavailableError('The bucket is away.') }, 'a page waits')
  }

  expect(lines.map(({ msg }) => msg)).toEqual([
    'a file failed',
    'a run failed',
    'a job waits',
    'ENOSPC: no space left on device',
    'a page waits',
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
})

test('other errors keep their stack, and none is left out', () => {
  const { log, lines } = openTestLog()
  for (let call = 0; call < 2; call++) log.error({ err: new Error('A bug.') }, 'unexpected')
  log.error(new Error('A bug.'))
  log.warn('a message alone')

  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatchObject({ err: { message: 'A bug.', stack: expect.any(String) } })
  expect(lines[2]).toMatchObject({ err: { message: 'A bug.' }, msg: 'A bug.' })
  expect(lines[3]).toMatchObject({ msg: 'a message alone' })
})
