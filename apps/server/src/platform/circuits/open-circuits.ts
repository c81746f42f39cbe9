import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
} from 'cockatiel'

/** Calls are not made for a while, because those before did not come through. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError'
  readonly secondsLeft: number

  constructor(secondsLeft: number, cause: unknown) {
    super(`Calls are not made for ${secondsLeft} s.`, { cause })
    this.secondsLeft = secondsLeft
  }
}

type Reporting = {
  /** Whether an error says that the other side is away, rather than that it refuses this call. */
  readonly isOutage: (error: unknown) => boolean
  /** Calls stop for so many seconds. */
  readonly onOpen: (pauseSeconds: number, lastError: unknown) => void
  /** A call came through again. */
  readonly onClose: () => void
}

/**
 * Whoever does not answer is asked less: after some failures in a row calls fail at once, and now and
 * then one is made to see whether it answers again. (Nygard, “Release It!”: circuit breaker.)
 */
export type Circuits = {
  /** Runs the call, or throws `CircuitOpenError`. `reporting` of the first run under a name stays. */
  run<T>(name: string, call: () => Promise<T>, reporting: Reporting): Promise<T>
}

type Options = {
  /** Failures in a row after which calls stop. */
  readonly failures?: number
  /** The first pause; each further one is twice as long, up to `maxPauseSeconds`. */
  readonly firstPauseSeconds?: number
  readonly maxPauseSeconds?: number
}

type Circuit = { readonly policy: CircuitBreakerPolicy; openUntil: number }

export function openCircuits({
  failures = 5,
  firstPauseSeconds = 5,
  maxPauseSeconds = 300,
}: Options = {}): Circuits {
  const circuits = new Map<string, Circuit>()

  const open = ({ isOutage, onOpen, onClose }: Reporting): Circuit => {
    let pauseSeconds = firstPauseSeconds
    const halfOpenAfter = new DelegateBackoff<{ readonly attempt: number }>(({ attempt }) => {
      pauseSeconds = Math.min(firstPauseSeconds * 2 ** (attempt - 1), maxPauseSeconds)
      circuit.openUntil = Date.now() + pauseSeconds * 1000
      return pauseSeconds * 1000
    })
    const breaker = new ConsecutiveBreaker(failures)
    const policy = circuitBreaker(handleWhen(isOutage), { halfOpenAfter, breaker })
    policy.onBreak((reason) => onOpen(pauseSeconds, 'error' in reason ? reason.error : undefined))
    policy.onReset(onClose)
    const circuit: Circuit = { policy, openUntil: 0 }
    return circuit
  }
  const refusal = ({ openUntil }: Circuit, cause: unknown) =>
    new CircuitOpenError(Math.max(1, Math.ceil((openUntil - Date.now()) / 1000)), cause)

  return {
    async run(name, call, reporting) {
      const circuit = circuits.get(name) ?? open(reporting)
      circuits.set(name, circuit)
      // The library lets others wait for the one call that is tried, however long that takes.
      if (circuit.policy.state === CircuitState.HalfOpen) throw refusal(circuit, undefined)
      try {
        return await circuit.policy.execute(call)
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw refusal(circuit, error)
        throw error
      }
    },
  }
}
