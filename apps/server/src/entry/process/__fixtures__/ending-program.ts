/** A process of the product that ends in the way that its argument names. */
import { StartupError } from '../../../platform/app-error.ts'
import { type RunningProcess, runProcess } from '../run-process.ts'

const ways: Readonly<Record<string, (runningProcess: RunningProcess) => Promise<void> | void>> = {
  throws() {
    throw new Error('the first reason', { cause: new Error('the second reason') })
  },
  throwsWhenDiskIsFull() {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  },
  throwsAndLogsWhileClosing({ onStop, log }) {
    onStop(async () => log.error('the log of what is being closed'))
    throw new StartupError('Something has to be corrected.\nIt has two lines.')
  },
  rejectsLater({ print }) {
    setInterval(() => {}, 1000)
    setTimeout(() => void Promise.reject(new Error('nobody handles this')), 0)
    print('Recto is ready')
  },
  waitsForNothing: () => new Promise(() => {}),
  isExitedByLibrary() {
    process.exit(0)
  },
  runs({ print }) {
    setInterval(() => {}, 1000)
    print('Recto is ready')
  },
}

await runProcess(async (runningProcess) => ways[process.argv[2] ?? '']?.(runningProcess))
