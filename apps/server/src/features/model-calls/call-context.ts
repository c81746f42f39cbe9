import type { Claims } from '../../platform/claims/claims.ts'
import type { GroupCommits } from '../../platform/db/group-commits.ts'
import type { Tally } from '../usage/usage.port.ts'
import type { RunMasking } from './masking/open-masking.ts'

/**
 * Runs one part of the work. A durable one stores the result, so that a repeated run takes it from
 * the store; the studio's just runs it. Results must survive JSON.
 */
export type Step = <T>(name: string, run: () => Promise<T>, options?: StepOptions) => Promise<T>

type StepOptions = {
  /** Doing it again costs nothing: its result is kept elsewhere, or is made without a paid call. */
  readonly isRepeatable?: boolean
}

export const runStep: Step = (_name, run) => run()

/** What ties the calls of one run together. */
export type CallContext = {
  /** Usage is counted under it: the file execution in deployments, the run in the studio. */
  readonly runId: string
  /** Begins the key of every call. A call whose reply is stored under its key is not made again. */
  readonly callKeyPrefix: string
  readonly step: Step
  /** What goes to adapters that are outside; whoever begins a run has to say whether it masks anything. */
  readonly masking: RunMasking | undefined
  /** Keeps two callers from paying under the same key. */
  readonly claims: Claims
  /** Stores replies together that arrive together; without it each is stored by itself. */
  readonly commits?: GroupCommits | undefined
  /** Whoever waits for the run does not wait longer than this for another try, all waits together. */
  readonly patienceSeconds?: number | undefined
  /** The document, when people may delete it and what was asked of it. */
  readonly documentHash?: string | undefined
  /** Throws when the run is no longer this process's; asked last before each paid call, which may have waited. */
  readonly confirm?: () => Promise<void>
  /**
   * The first run of its kind, which nobody else can be at: no call can have been made before under its
   * keys, nor be made now.
   */
  readonly isFirst?: boolean
  /** A reply that is stored to the same request, of the same document and the same model, is taken for the new one. */
  readonly reusesReplies?: boolean
  /** Nothing is called: every reply is one that is stored under its key, and one that is not is an error. */
  readonly isReplay?: boolean
  /** Ends what is computed for the run, and the waits between tries; a call that is under way is paid and is kept. */
  readonly signal?: AbortSignal | undefined
  /** Hears of each call of a model before it is made, by its step; those whose reply is known are not made. */
  readonly onCall?: ((call: { readonly step: string }) => void) | undefined
  /** Waits for a provider; others may compute meanwhile. */
  readonly outside?: <T>(wait: () => Promise<T>) => Promise<T>
  /** Whether nobody waits for the run: then its calls let others go first. */
  readonly isBatch?: boolean
  /** Counts what the calls use, where all calls of the run are made here. */
  readonly tally?: Tally | undefined
  readonly workflowId?: string | undefined
  readonly executionId?: string | undefined
  /** Whose fields are asked for. */
  readonly projectId?: string | undefined
}

/** A call is named by its step: the same step of a repeated run is the same call. */
export const callKeyOf = ({ callKeyPrefix }: CallContext, step: string) =>
  `${callKeyPrefix}/${step}`

/** Runs what only waits for a provider. */
export const waitOutside = <T>({ outside }: CallContext, wait: () => Promise<T>): Promise<T> =>
  outside ? outside(wait) : wait()
