import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
} from 'cockatiel'

/** Calls are suspended for a while because recent ones failed; the last failure is the cause. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError'
  readonly secondsLeft: number

  constructor(secondsLeft: number, cause: unknown) {
    super(`Calls are paused for ${secondsLeft} s.`, { cause })
    this.secondsLeft = secondsLeft
  }
}

type CircuitOptions = {
  /**
   * Whether an error means that the service is unavailable, rather than that it rejects this call.
   */
  readonly isOutage: (error: unknown) => boolean
  /** Called when calls are suspended, with the length of the pause. */
  readonly onOpen: (pauseSeconds: number, lastError: unknown) => void
  /** Called when a call succeeded again. */
  readonly onClose: () => void
}

/**
 * Circuit breakers (Nygard, “Release It!”): after several consecutive failures calls fail
 * immediately, and after a pause a single call tests whether the service is back.
 */
export type Circuits = {
  /**
   * Runs the call, or throws `CircuitOpenError`. The options of the first call under a name apply
   * to all.
   */
  run<T>(name: string, call: () => Promise<T>, options: CircuitOptions): Promise<T>
}

type CircuitBreakerOptions = {
  /** Consecutive failures after which calls are suspended. */
  readonly failures?: number
  /** The first pause; each further one is twice as long, up to `maxPauseSeconds`. */
  readonly firstPauseSeconds?: number
  readonly maxPauseSeconds?: number
}

type Circuit = {
  readonly policy: CircuitBreakerPolicy
  openUntil: number
  /** The failure that suspended the calls. */
  lastError: unknown
}

export function openCircuits({
  failures = 5,
  firstPauseSeconds = 5,
  maxPauseSeconds = 300,
}: CircuitBreakerOptions = {}): Circuits {
  const circuits = new Map<string, Circuit>()

  const createCircuit = ({ isOutage, onOpen, onClose }: CircuitOptions): Circuit => {
    let pauseSeconds = firstPauseSeconds
    const halfOpenAfter = new DelegateBackoff<{ readonly attempt: number }>(({ attempt }) => {
      pauseSeconds = Math.min(firstPauseSeconds * 2 ** (attempt - 1), maxPauseSeconds)
      circuit.openUntil = Date.now() + pauseSeconds * 1000
      return pauseSeconds * 1000
    })
    const breaker = new ConsecutiveBreaker(failures)
    const policy = circuitBreaker(handleWhen(isOutage), { halfOpenAfter, breaker })
    policy.onBreak((reason) => {
      circuit.lastError = 'error' in reason ? reason.error : undefined
      onOpen(pauseSeconds, circuit.lastError)
    })
    policy.onReset(onClose)
    const circuit: Circuit = { policy, openUntil: 0, lastError: undefined }
    return circuit
  }
  const createRefusal = ({ openUntil, lastError }: Circuit) =>
    new CircuitOpenError(Math.max(1, Math.ceil((openUntil - Date.now()) / 1000)), lastError)

  return {
    async run(name, call, options) {
      const circuit = circuits.get(name) ?? createCircuit(options)
      circuits.set(name, circuit)
      // The library would let other calls wait for the single test call, however long that takes.
      if (circuit.policy.state === CircuitState.HalfOpen) throw createRefusal(circuit)
      try {
        return await circuit.policy.execute(call)
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw createRefusal(circuit)
        throw error
      }
    },
  }
}
