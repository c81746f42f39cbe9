import type { GroupCommits } from '../../platform/db/group-commits.ts'
import type { Jobs } from '../../platform/work/jobs.ts'
import type { Claims } from '../../platform/work/single-flight/claims.ts'
import type { UsageTally } from '../usage/usage.port.ts'
import type { RunMasking } from './masking/open-masking.ts'
import type { RetryPatience } from './retry-patience.ts'
import type { StageClock } from './stage-clock.ts'

/**
 * Runs one part of the work. A durable step stores its result, so that a repeated run reads it from
 * the store; the studio simply runs it. Results must be JSON-serializable.
 */
export type RunStep = <T>(name: string, run: () => Promise<T>, options?: StepOptions) => Promise<T>

type StepOptions = {
  /**
   * Whether repeating the step costs nothing, because its result is stored elsewhere or takes no
   * paid call.
   */
  readonly isRepeatable?: boolean
}

export const runStep: RunStep = (_name, run) => run()

/** The state shared by all model calls of one run. */
export type CallContext = {
  /**
   * Identifies the run that usage is counted for: the file execution in deployments, the run in the
   * studio.
   */
  readonly runId: string
  /**
   * Prefix of the key of every call. A call whose reply is stored under its key is not repeated.
   */
  readonly callKeyPrefix: string
  readonly step: RunStep
  /**
   * Masks what is sent to external adapters; required, so that every caller decides whether to
   * mask.
   */
  readonly masking: RunMasking | undefined
  /** Whether images of pages stay here, because the run masks values, even if none of them was found. */
  readonly hidesPages?: boolean
  /** Prevents two callers from paying for the same key. */
  readonly claims: Claims
  /**
   * Commits replies that arrive concurrently in one transaction; without it each reply is committed
   * separately.
   */
  readonly groupCommits?: GroupCommits | undefined
  /** Measures the stages of the run; absent where nobody looks at them. */
  readonly stageClock?: StageClock | undefined
  /** How long failing calls are repeated; absent if only the adapter's settings limit it. */
  readonly patience?: RetryPatience | undefined
  /** Hash of the document, so that stored requests and replies can be deleted with it. */
  readonly documentHash?: string | undefined
  /**
   * Throws when this process has lost the lease of the run. Checked last before each paid call,
   * after every database query: the process may have been suspended while it waited for one.
   */
  readonly assertLeaseHeld?: () => Promise<void>
  /**
   * Reserves the cost of an attempt of a paid call before it is made. Throws if there is no budget for it, and then nothing is called.
   */
  readonly reserveCall?: (call: CallToReserve) => Promise<ReservedCall>
  /**
   * Whether this is the first run under these keys and no other process can run it: then no call
   * can have been made under them, and no lock is needed.
   */
  readonly isFirstRun?: boolean
  /** Whether a stored reply to the same request, for the same document and model, is reused. */
  readonly reusesReplies?: boolean
  /** Beginning of the keys of the calls whose replies are reused; absent if all are. */
  readonly reusedKeyPrefix?: string | undefined
  /**
   * Beginning of the keys under which the vectors of documents stay stored, because the same documents are indexed again. Absent if they are
   * deleted once they are in the vector database.
   */
  readonly vectorKeyPrefix?: string | undefined
  /** Whether no rule of a layout answers, because prompts are compared. */
  readonly ignoresLayouts?: boolean
  /**
   * Whether this is a replay: nothing is called, every reply is read from the store, and a missing
   * one is an error.
   */
  readonly isReplay?: boolean
  /**
   * Aborts computation and waits between retries; a paid call that is in flight finishes and is
   * stored.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Aborted when somebody cancels the run, so that nobody needs its replies: a service that can
   * stop a call is told to. In contrast to `signal`, no other worker continues the run.
   */
  readonly cancelSignal?: AbortSignal | undefined
  /**
   * Called with the step of each model call before it is made; not called for replies that are
   * already stored.
   */
  readonly onCall?: ((call: { readonly step: string }) => void) | undefined
  /**
   * Called for each reply, with the key of the call and that of the paid one whose reply it is: another key if a stored
   * reply was reused.
   */
  readonly onReply?:
    | ((keys: { readonly callKey: string; readonly paidKey: string }) => void)
    | undefined
  /** Called before the wait for a retry, so that a run that stands still says why. */
  readonly onRetry?: ((retry: CallRetry) => void) | undefined
  /** Called when a call has succeeded after retries. */
  readonly onRecovered?: (() => void) | undefined
  /** Whether the question was counted with an earlier call, so that these calls count none. */
  readonly isFollowUp?: boolean
  /** Waits for a provider and lets other work use the CPU during that time. */
  readonly releaseCpuDuring?: <T>(wait: () => Promise<T>) => Promise<T>
  /** Whether nobody waits for the run; its calls then yield to interactive ones. */
  readonly isBackground?: boolean
  /** Lets calls wait in batches; absent if they are made at once. */
  readonly callBatching?: CallBatching | undefined
  /** Counts the usage of the calls, where this process makes all calls of the run. */
  readonly tally?: UsageTally | undefined
  readonly workflowId?: string | undefined
  readonly executionId?: string | undefined
  /** The project whose fields are answered. */
  readonly projectId?: string | undefined
}

export type CallToReserve = {
  readonly adapterName: string
  /** Returns what the call costs at most; `undefined` if nobody knows that. */
  boundDollars(): Promise<number | undefined>
}

export type ReservedCall = {
  /**
   * Says what the attempt has cost; null if nobody knows that, and then its bound stays reserved. Called when the cost is recorded, so that a
   * crash in between does not hide it.
   */
  end(dollars: number | null): Promise<void>
}

/** Says how the calls of a run that may wait get into batches. */
export type CallBatching = {
  readonly jobs: Jobs
  readonly gatherSeconds: number
  /** Calls have a reply by then, from a batch or not. */
  readonly deadline: Date
  /** Called when a call waits in a batch, so that the run cannot end yet. */
  readonly onWaiting: () => void
}

/** A call that has failed and is made again. */
export type CallRetry = {
  readonly step: string
  readonly adapterName: string
  readonly error: unknown
  /** Seconds until the next attempt. */
  readonly seconds: number
  /** Number of the next attempt; the first one is 1. */
  readonly attempt: number
  readonly maxAttempts: number
}

/** A call is identified by its step: the same step of a repeated run is the same call. */
export const toCallKey = ({ callKeyPrefix }: CallContext, step: string) =>
  `${callKeyPrefix}/${step}`

/** Runs work that only waits for a provider, with `releaseCpuDuring` if the run has it. */
export const releaseCpuWhile = <T>(
  { releaseCpuDuring }: CallContext,
  wait: () => Promise<T>,
): Promise<T> => (releaseCpuDuring ? releaseCpuDuring(wait) : wait())
