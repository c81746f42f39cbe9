/** The settings of a pipeline for runs on arrival, as a form has them. */
export type ArrivalValues = {
  readonly runsOnArrival: boolean
  readonly arrivalDelaySeconds: number
  readonly arrivalPollMinutes: number
  /** Address of a queue with the notifications of a bucket; empty if there is none. */
  readonly arrivalQueue: string
}

export const initialArrivalValues: ArrivalValues = {
  runsOnArrival: false,
  arrivalDelaySeconds: 2,
  arrivalPollMinutes: 5,
  arrivalQueue: '',
}

export const arrivalLimits = {
  delaySeconds: { min: 1, max: 300 },
  pollMinutes: { min: 1, max: 1440 },
} as const
