import type { LeasedWork } from '../../../platform/leases/leases.ts'
import { claimFiles, isFileWaiting, listHeldFiles, releaseFiles } from './claimed-files.store.ts'

/** The files of executions as leased work, but for what is done with them. */
export const fileWork: Omit<LeasedWork<never>, 'run'> = {
  name: 'executions/run-file',
  claim: (db, by) => claimFiles({ db }, by),
  isWaiting: (db, kinds) => isFileWaiting({ db }, kinds),
  release: (db, release) => releaseFiles({ db }, release),
  listHeld: (db, workerId) => listHeldFiles({ db }, workerId),
}
