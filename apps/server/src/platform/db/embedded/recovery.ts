import { StartupError } from '../../app-error.ts'

/** After a crash the server reads its log, which takes minutes when much was written shortly before. */
export const maxRecoverySeconds = 600

/** The server continues in the background: ending it would make the next start begin anew. */
export class StillRecoveringError extends StartupError {}

export const createStillRecoveringError = (folder: string) =>
  new StillRecoveringError(
    `PostgreSQL is still recovering the database in ${folder} and continues in the background. Start Recto again in a few minutes; postgres.log in the data folder shows the progress.`,
    { isTemporary: true },
  )
