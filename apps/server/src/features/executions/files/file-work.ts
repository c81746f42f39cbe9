import type { LeasedWork } from '../../../platform/leases/leases.ts'
import { claimFiles, listHeldFiles, releaseFiles } from './leased-files.store.ts'

/** The files of executions as leased work, but for what is done with them. */
export const fileWork: Omit<LeasedWork<never>, 'run'> = {
  name: 'executions/run-file',
  claim: (db, by) => claimFiles({ db }, by),
  release: (db, release) => releaseFiles({ db }, release),
  listHeld: (db, workerId) => listHeldFiles({ db }, workerId),
}
