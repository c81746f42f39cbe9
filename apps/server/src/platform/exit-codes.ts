import { constants } from 'node:os'

/**
 * The exit codes of the processes of the product, as in sysexits.h. A supervisor needs no more than this: it
 * starts again what ended with another code than `wrongSettings`. `bootstrap.mjs`, which runs before anything
 * is installed, has a copy.
 */
export const exitCodes = {
  /** Somebody told the process to stop, and it stopped in order. */
  stopped: 0,
  /** An error in Recto: read the reason before anything else. */
  internalError: 70,
  /** Something that the process needs was busy, full or unavailable: try again. */
  temporaryFailure: 75,
  /** Settings, versions, keys or the files of the database do not fit: trying again does not help until somebody corrects them. */
  wrongSettings: 78,
} as const

/** The exit code of a process that a signal has ended before it could close what it had open. */
export const getSignalExitCode = (signal: NodeJS.Signals) => 128 + constants.signals[signal]
