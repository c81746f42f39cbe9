import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

let registry: Registry | undefined

const commitSeconds = 'recto_commit_seconds'
const runSeconds = 'recto_run_seconds'
const watchAlarms = 'recto_watch_alarms_total'

/** A commit without a queue takes half a millisecond; an outage takes half a minute. */
const commitBuckets = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5, 30]

/** A file takes milliseconds without a model, and hours where it waits for one. */
const runBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600, 3600]

/** Metrics are per process, however many servers it has. */
export function getProcessMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Histogram({
    name: commitSeconds,
    help: 'Time from the last byte of a paid reply, or the start of another write, to its commit.',
    labelNames: ['write'],
    buckets: commitBuckets,
    registers: [registry],
  })
  new Histogram({
    name: runSeconds,
    help: 'Time in which a worker ran an item of work: one that somebody waited for, one of a batch, or a job.',
    labelNames: ['work'],
    buckets: runBuckets,
    registers: [registry],
  })
  new Counter({
    name: watchAlarms,
    help: 'Alarms about deployments whose fields have changed, by what is measured.',
    labelNames: ['measure'],
    registers: [registry],
  })
  return registry
}

/** Counts a write that was committed so long after its data existed. */
export function observeCommit(write: string, seconds: number): void {
  const histogram = getProcessMetrics().getSingleMetric(commitSeconds) as Histogram
  histogram.observe({ write }, seconds)
}

/** Counts a run of a worker that took so long. */
export function observeRun(work: 'awaited' | 'batch' | 'job', seconds: number): void {
  const histogram = getProcessMetrics().getSingleMetric(runSeconds) as Histogram
  histogram.observe({ work }, seconds)
}

/** Counts an alarm about a deployment. */
export function countAlarm(measure: string): void {
  const counter = getProcessMetrics().getSingleMetric(watchAlarms) as Counter
  counter.inc({ measure })
}
